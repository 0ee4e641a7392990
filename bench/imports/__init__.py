"""How fast each format is imported, and in how much memory."""
