"""The live web for agents: pages, pictures, searches, quotes (docs/web-tools.md)."""
