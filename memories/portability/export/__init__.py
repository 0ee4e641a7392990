"""Copies to read: Markdown files, or one JSON file. They are not restored; they can be imported as texts."""
