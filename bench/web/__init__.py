"""What reading a page costs, beside bare Playwright and the official fetch server (make bench-web)."""
