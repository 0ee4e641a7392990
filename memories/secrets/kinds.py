"""The kinds of secrets, and what is done with each unless the owner says otherwise.

Their order is their rank: where two kinds claim the same letters, the one named first keeps them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Policy(StrEnum):
    """What happens to a text with a secret: it is not taken, taken without it, taken with a word, taken."""

    REFUSE = "refuse"
    REDACT = "redact"
    WARN = "warn"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Kind:
    """`by_shape`: its own letters tell it, so it is sure anywhere; else only the words beside it do."""

    name: str
    description: str
    policy: Policy = Policy.REFUSE
    by_shape: bool = True


KINDS = (
    Kind("google_service_account", "The private key of a Google service account"),
    Kind("pgp_private_key", "A PGP private key block, also cut off"),
    Kind("private_key", "A private key: PEM, OpenSSH, PuTTY, JWK or age; also cut, indented or on one line"),
    Kind("database_url", "The password in a database or broker URL"),
    Kind("slack_webhook", "A Slack incoming webhook or workflow trigger"),
    Kind("discord_webhook", "A Discord webhook"),
    Kind("continuum_token", "A token of Continuum itself"),
    Kind("aws_access_key", "An AWS access key id"),
    Kind("aws_secret_key", "An AWS secret access key"),
    Kind("github_token", "A GitHub token: personal, fine-grained, OAuth, app, installation or refresh"),
    Kind("gitlab_token", "A GitLab token: personal, deploy, runner, job, trigger, feed or agent"),
    Kind("anthropic_key", "An Anthropic API or admin key"),
    Kind("openai_key", "An OpenAI key, old, project or service account, or one of a vendor that copies it"),
    Kind("google_api_key", "A Google API key"),
    Kind("google_oauth_secret", "A Google OAuth client secret, access token or refresh token"),
    Kind("slack_token", "A Slack token"),
    Kind("stripe_key", "A Stripe secret or restricted key, or a webhook signing secret"),
    Kind("twilio_key", "A Twilio API key, or an auth token beside its account"),
    Kind("sendgrid_key", "A SendGrid API key"),
    Kind("npm_token", "An npm access token"),
    Kind("pypi_token", "A PyPI upload token"),
    Kind("discord_token", "A Discord bot token"),
    Kind("telegram_token", "A Telegram bot token"),
    Kind("vendor_token", "A token of another vendor that marks its own"),
    Kind("jwt", "A JSON web token, signed or encrypted"),
    Kind("url_password", "The password in any other URL"),
    Kind("bearer_token", "What follows Bearer or stands in an Authorization header", by_shape=False),
    Kind("password", "What is called a password, in many languages", by_shape=False),
    Kind("api_key", "What is called an API key, a secret or a token", by_shape=False),
    Kind("high_entropy", "Random letters beside a word for a secret", by_shape=False),
    Kind("iban", "An international bank account number", Policy.OFF),
    Kind("card_number", "A payment card number", Policy.OFF),
    Kind("email", "An e-mail address", Policy.OFF),
    Kind("phone", "A phone number", Policy.OFF, by_shape=False),
)

RANK = {kind.name: rank for rank, kind in enumerate(KINDS)}
POLICIES = {kind.name: kind.policy for kind in KINDS}
DEFAULT_KINDS = frozenset(name for name, policy in POLICIES.items() if policy is not Policy.OFF)
CERTAIN_KINDS = frozenset(kind.name for kind in KINDS if kind.by_shape)
PERSONAL_KINDS = frozenset({"iban", "card_number", "email", "phone"})
