from django.urls import path

from memories.dashboard import (
    changing,
    connections,
    deciding,
    finding,
    memory,
    queue,
    review,
    tiers,
    tokens,
    welcome,
)
from memories.dashboard.for_agents import for_agents
from memories.dashboard.home import home

urlpatterns = [
    path("", home, name="home"),
    path("welcome", welcome.welcome, name="welcome"),
    path("welcome/arrived", welcome.arrived, name="welcome-arrived"),
    path("welcome/remember", welcome.remember, name="welcome-remember"),
    path("review", queue.review, name="review"),
    path("review/selected", deciding.decide_selected, name="review-selected"),
    path("review/undo", deciding.undo, name="review-undo"),
    path("review/<uuid:revision_id>", queue.review_one, name="review-one"),
    path("review/<uuid:revision_id>/decide", deciding.decide, name="review-decide"),
    path("review/<uuid:revision_id>/edit", deciding.edit, name="review-edit"),
    path("proposals/<uuid:revision_id>/approve", review.approve, name="proposal-approve"),
    path("proposals/<uuid:revision_id>/reject", review.reject, name="proposal-reject"),
    path("memories", finding.memories, name="memories"),
    path("memory", memory.memory, name="memory"),
    path("memory/changes", memory.changes, name="memory-changes"),
    path("memory/edit", changing.edit, name="memory-edit"),
    path("memory/revert", changing.revert, name="memory-revert"),
    path("memory/tier", changing.tier, name="memory-tier"),
    path("memory/archive", changing.archive, name="memory-archive"),
    path("memory/restore", changing.restore, name="memory-restore"),
    path("memory/forget", changing.forget, name="memory-forget"),
    path("memories/promote", tiers.promote, name="memory-promote"),
    path("connections", connections.page, name="connections"),
    path("connections/<int:connection_id>/narrow", connections.narrow, name="connection-narrow"),
    path("connections/<int:connection_id>/revoke", connections.revoke, name="connection-revoke"),
    path("connections/<int:connection_id>/undo", connections.undo, name="connection-undo"),
    path("connect", for_agents, name="connect"),
    path("tokens", tokens.create, name="token-create"),
    path("tokens/<int:token_id>/revoke", tokens.revoke, name="token-revoke"),
]
