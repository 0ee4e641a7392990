from django.apps import AppConfig


class GatewayConfig(AppConfig):
    name = "mcp_gateway"
