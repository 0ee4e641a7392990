from django.apps import AppConfig


class OAuthConfig(AppConfig):
    name = "oauth"
    default_auto_field = "django.db.models.BigAutoField"
