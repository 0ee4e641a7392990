"""One shared Chromium, behind a proxy that asks the guard."""
