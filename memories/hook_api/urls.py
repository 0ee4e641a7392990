"""Addresses under /hook/."""

from django.urls import path

from memories.hook_api.session import SessionEnded

urlpatterns = [path("session", SessionEnded.as_view(), name="hook-session")]
