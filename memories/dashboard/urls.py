from django.urls import path

from memories.dashboard import connections, review, tiers, tokens
from memories.dashboard.for_agents import for_agents
from memories.dashboard.home import home

urlpatterns = [
    path("", home, name="home"),
    path("proposals/<uuid:revision_id>/approve", review.approve, name="proposal-approve"),
    path("proposals/<uuid:revision_id>/reject", review.reject, name="proposal-reject"),
    path("memories/promote", tiers.promote, name="memory-promote"),
    path("connections", connections.page, name="connections"),
    path("connections/<int:connection_id>/narrow", connections.narrow, name="connection-narrow"),
    path("connections/<int:connection_id>/revoke", connections.revoke, name="connection-revoke"),
    path("connections/<int:connection_id>/undo", connections.undo, name="connection-undo"),
    path("connect", for_agents, name="connect"),
    path("tokens", tokens.create, name="token-create"),
    path("tokens/<int:token_id>/revoke", tokens.revoke, name="token-revoke"),
]
