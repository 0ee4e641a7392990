"""From what came to what is told: charset, kind, Markdown, plain text."""
