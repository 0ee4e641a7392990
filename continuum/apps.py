from django.apps import AppConfig


class ContinuumConfig(AppConfig):
    name = "continuum"
