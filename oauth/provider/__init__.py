"""The authorization server's doorstep: one module for each endpoint, on oauthlib and django-oauth-toolkit."""
