from django.urls import include, path

from oauth.provider import consent, metadata, registration, tokens

urlpatterns = [
    path("", include("oauth.account.urls")),
    path("oauth/authorize", consent.authorize, name="oauth-authorize"),
    path("oauth/token", tokens.token, name="oauth-token"),
    path("oauth/revoke", tokens.revoke, name="oauth-revoke"),
    path("oauth/register", registration.register, name="oauth-register"),
    path("oauth/register/", registration.register),
    # At exactly these paths: a document about another resource or issuer would be a false one.
    path(".well-known/oauth-protected-resource", metadata.protected_resource, name="oauth-resource"),
    path(".well-known/oauth-protected-resource/mcp", metadata.protected_resource, name="oauth-resource-mcp"),
    path(".well-known/oauth-authorization-server", metadata.authorization_server, name="oauth-server"),
    path(".well-known/oauth-authorization-server/mcp", metadata.authorization_server),
    path(".well-known/openid-configuration", metadata.authorization_server),
    path(".well-known/openid-configuration/mcp", metadata.authorization_server),
    path("mcp/.well-known/openid-configuration", metadata.authorization_server),
]
