"""Addresses of the pages beside memories and their review."""

from django.urls import path

from memories.dashboard import graph
from memories.dashboard.activity import activity
from memories.dashboard.timeline import timeline

urlpatterns = [
    path("timeline", timeline, name="timeline"),
    path("activity", activity, name="activity"),
    path("graph", graph.whole, name="graph"),
    path("graph/thing", graph.thing, name="graph-thing"),
    path("graph/merge", graph.merge, name="graph-merge"),
    path("graph/split", graph.split, name="graph-split"),
    path("graph/rename", graph.rename, name="graph-rename"),
]
