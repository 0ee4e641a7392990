from django.urls import path

from memories.dashboard import review, tiers, tokens
from memories.dashboard.home import home

urlpatterns = [
    path("", home, name="home"),
    path("proposals/<uuid:revision_id>/approve", review.approve, name="proposal-approve"),
    path("proposals/<uuid:revision_id>/reject", review.reject, name="proposal-reject"),
    path("memories/promote", tiers.promote, name="memory-promote"),
    path("tokens", tokens.create, name="token-create"),
    path("tokens/<int:token_id>/revoke", tokens.revoke, name="token-revoke"),
]
