"""What kinds of secrets are called in the reader's language (verbs and the API say it in English)."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

SECRET_KINDS: Final[dict[str, Any]] = {
    "google_service_account": _("The private key of a Google service account"),
    "pgp_private_key": _("A PGP private key block, also cut off"),
    "private_key": _("A private key: PEM, OpenSSH, PuTTY, JWK or age; also cut, indented or on one line"),
    "database_url": _("The password in a database or broker URL"),
    "slack_webhook": _("A Slack incoming webhook or workflow trigger"),
    "discord_webhook": _("A Discord webhook"),
    "continuum_token": _("A token of Continuum itself"),
    "aws_access_key": _("An AWS access key id"),
    "aws_secret_key": _("An AWS secret access key"),
    "github_token": _("A GitHub token: personal, fine-grained, OAuth, app, installation or refresh"),
    "gitlab_token": _("A GitLab token: personal, deploy, runner, job, trigger, feed or agent"),
    "anthropic_key": _("An Anthropic API or admin key"),
    "openai_key": _("An OpenAI key, old, project or service account, or one of a vendor that copies it"),
    "google_api_key": _("A Google API key"),
    "google_oauth_secret": _("A Google OAuth client secret, access token or refresh token"),
    "slack_token": _("A Slack token"),
    "stripe_key": _("A Stripe secret or restricted key, or a webhook signing secret"),
    "twilio_key": _("A Twilio API key, or an auth token beside its account"),
    "sendgrid_key": _("A SendGrid API key"),
    "npm_token": _("An npm access token"),
    "pypi_token": _("A PyPI upload token"),
    "discord_token": _("A Discord bot token"),
    "telegram_token": _("A Telegram bot token"),
    "vendor_token": _("A token of another vendor that marks its own"),
    "jwt": _("A JSON web token, signed or encrypted"),
    "url_password": _("The password in any other URL"),
    "bearer_token": _("What follows Bearer or stands in an Authorization header"),
    "password": _("What is called a password, in many languages"),
    "api_key": _("What is called an API key, a secret or a token"),
    "high_entropy": _("Random letters beside a word for a secret"),
    "iban": _("An international bank account number"),
    "card_number": _("A payment card number"),
    "email": _("An e-mail address"),
    "phone": _("A phone number"),
}
