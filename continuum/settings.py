"""Django's settings. Every choice an operator has is read from the environment here and listed in
docs/settings.md.

Without CONTINUUM_DATABASE_URL this is the local profile: its own Postgres and Valkey under CONTINUUM_HOME.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static

from continuum import environment as env
from continuum import limit_settings as limiting
from continuum import page_settings, portability_settings, profile_settings, search_settings, web_settings
from continuum import sign_in_settings as signing_in
from continuum import watch_settings as watching
from continuum.admin_theme import PRIMARY
from continuum.database_pool import APPLICATION_OPTIONS, POOL_HABITS
from continuum.embedded.paths import Home
from continuum.logging import LOGGING  # noqa: F401 - a setting

BASE_DIR = Path(__file__).resolve().parent.parent
CONTINUUM_HOME = Home(Path(env.text("CONTINUUM_HOME", "~/.continuum")).expanduser())
BACKUPS, ERASURE_LEDGER, IMPORTS = portability_settings.places(CONTINUUM_HOME.root)

# --- Databases: the application's role owns nothing, so row-level security binds it; `owner` migrates.
LOCAL_PROFILE = not env.text("CONTINUUM_DATABASE_URL")
POOL = {
    "min_size": env.number("CONTINUUM_DATABASE_POOL_MIN", 1),
    "max_size": env.number("CONTINUUM_DATABASE_POOL_MAX", 16, least=1),
    "timeout": env.number("CONTINUUM_DATABASE_POOL_TIMEOUT", 10, least=1),
    **POOL_HABITS,
}


def _database(variable: str, local: dict[str, object], options: dict[str, object]) -> dict[str, object]:
    found = dict(local) if LOCAL_PROFILE else env.database(variable, env.text(variable))
    found["OPTIONS"] = {**dict(found.get("OPTIONS") or {}), **options}  # type: ignore[call-overload]
    return {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, **found}


if not LOCAL_PROFILE and not env.text("CONTINUUM_DATABASE_OWNER_URL"):
    raise ImproperlyConfigured(
        "CONTINUUM_DATABASE_URL needs CONTINUUM_DATABASE_OWNER_URL beside it: migrations run as the owner of "
        "the tables, the application as a role that owns nothing (docs/settings.md)."
    )
DATABASES = {
    "default": _database(
        "CONTINUUM_DATABASE_URL",
        CONTINUUM_HOME.application_database,
        {"pool": POOL, "options": APPLICATION_OPTIONS},
    ),
    "owner": _database("CONTINUUM_DATABASE_OWNER_URL", CONTINUUM_HOME.owner_database, {}),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Where it is reached
HOST = env.text("CONTINUUM_HOST", "127.0.0.1")
PORT = env.number("CONTINUUM_PORT", 8787, least=1, most=65_535)
PUBLIC_URL = env.origin("CONTINUUM_PUBLIC_URL", f"http://localhost:{PORT}")
_PUBLIC = urlsplit(PUBLIC_URL)
ALLOWED_HOSTS = [str(_PUBLIC.hostname), *env.words("CONTINUUM_ALLOWED_HOSTS")]
if LOCAL_PROFILE:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
SECURE = _PUBLIC.scheme == "https"

# --- Secrets and safety
DEBUG = env.flag("CONTINUUM_DEBUG", default=False)
SECRET_KEY = env.text("CONTINUUM_SECRET_KEY")
if not SECRET_KEY:
    if not LOCAL_PROFILE:
        raise ImproperlyConfigured(
            "CONTINUUM_SECRET_KEY must be set: a long random text, the same on every server."
        )
    SECRET_KEY = env.kept_secret(CONTINUUM_HOME.root / "secret-key")
SESSION_COOKIE_SECURE, CSRF_COOKIE_SECURE, SESSION_COOKIE_HTTPONLY = SECURE, SECURE, True
# Cookies of one host name are shared by everything on it, whatever its port; __Host- ones no other host sets.
_OURS = "__Host-continuum" if SECURE else "continuum"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_OURS}_session", f"{_OURS}_csrf"
SECURE_REDIRECT_EXEMPT = [r"^health(/|$)"]  # probes speak plain HTTP to the server itself
SECURE_SSL_REDIRECT = SECURE and env.flag("CONTINUUM_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = env.number("CONTINUUM_HSTS_SECONDS", 31_536_000) if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.flag("CONTINUUM_BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

# --- Mail and people; allauth's own settings are in continuum/sign_in_settings.py
_MAIL = env.mail("CONTINUUM_EMAIL_URL")
MAIL = bool(_MAIL)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("CONTINUUM_EMAIL_FROM", f"continuum@{_PUBLIC.hostname}")
SIGN_UP = signing_in.sign_up(mail=MAIL)
PROFILE = profile_settings.profile(local=LOCAL_PROFILE, sign_up=SIGN_UP)
SIGN_IN_WITH = signing_in.providers()
SIGN_UP_DOMAINS = signing_in.domains(profile=PROFILE, known=SIGN_IN_WITH)
PROXIES = env.number("CONTINUUM_PROXIES", 1 if BEHIND_PROXY else 0)
globals().update(_MAIL)
globals().update(signing_in.allauth(mail=MAIL, secure=SECURE, proxies=PROXIES, known=SIGN_IN_WITH))

PACES, QUOTAS = limiting.paces(local=LOCAL_PROFILE), limiting.quotas(PROFILE)
METRICS_TOKEN, OTLP_ENDPOINT, SENTRY_DSN = watching.who_watches()
SECURITY_CONTACTS = watching.security_contacts()
METRICS_PORT, DRAIN_SECONDS = watching.metrics_port(), watching.drain_seconds(local=LOCAL_PROFILE)

# --- The parts
INSTALLED_APPS = [
    "continuum.apps.ContinuumConfig",
    "memories.apps.MemoriesConfig",
    "oauth.apps.OAuthConfig",
    "mcp_gateway.apps.GatewayConfig",
    "oauth2_provider",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "unfold",  # before the admin, whose pages it draws
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    *signing_in.apps(SIGN_IN_WITH),
    *watching.apps(traces=OTLP_ENDPOINT, errors=SENTRY_DSN),
]
MIDDLEWARE = [
    "continuum.requests.RouteMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "continuum.static_files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "oauth.reading.ReadingMiddleware",
    "oauth.middleware.ActorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "oauth.page_policy.PagePolicyMiddleware",
    "oauth.failing.WrongMethodMiddleware",
    "memories.admin.asked.WithoutNulMiddleware",
]
ROOT_URLCONF = "continuum.urls"
ASGI_APPLICATION = "continuum.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": page_settings.TEMPLATE_OPTIONS,
    }
]
AUTH_USER_MODEL = "oauth.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
globals().update(page_settings.pages(BASE_DIR))
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True  # served from where they are: nothing has to be collected

UNFOLD = {
    "SITE_TITLE": "Continuum",
    "SITE_HEADER": "Continuum",
    "SITE_URL": "/",
    "SITE_ICON": lambda request: static("favicon.svg"),
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("favicon.svg")},
    ],
    "STYLES": [lambda request: static("review-queue.css")],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "COLORS": {"primary": PRIMARY},
    "SIDEBAR": {"navigation": "memories.admin.navigation.sidebar"},
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "oauth.rest.BearerAuthentication",
        "oauth.rest.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["oauth.rest.HasActor"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "memories.api.problems.handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Continuum",
    "DESCRIPTION": "One long-term memory for all of a person's AI agents.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "displayOperationId": False, "persistAuthorization": False},
    "SCHEMA_PATH_PREFIX": r"/api/v1/",
    "POSTPROCESSING_HOOKS": ["memories.api.docs.finished"],
}

# --- The authorization server: what the toolkit decides; oauth/limits.py has the rest
# Clients that are known by the address of a document about them: it must be fetched from the open web.
CLIENT_DOCUMENTS = env.flag("CONTINUUM_CLIENT_DOCUMENTS", default=not LOCAL_PROFILE)
REDIRECT_SCHEMES = env.words("CONTINUUM_REDIRECT_SCHEMES")
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth.Client"
OAUTH2_PROVIDER = {
    "OAUTH2_SERVER_CLASS": "oauth.provider.server.AuthorizationServer",
    "OAUTH2_VALIDATOR_CLASS": "oauth.provider.validator.Validator",
    "OIDC_ISS_ENDPOINT": PUBLIC_URL,
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],  # a client's own schemes: oauth/models/client.py
    "ALLOW_LOCALHOST_LOOPBACK": True,
    "CIMD_ENABLED": CLIENT_DOCUMENTS,
    "CIMD_METADATA_FETCHER": "oauth.provider.documents.TolerantFetcher",
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    **{
        f"COMPLIANT_BCP_RFC9700_{rule}": True
        for rule in (
            "IMPLICIT_GRANT",
            "PASSWORD_GRANT",
            "PKCE_METHOD",
            "PKCE_REQUIRED",
            "ACCESS_TOKEN_TRANSPORT",
            "AUTHZ_RESPONSE_ISS",
            "TOKEN_STORAGE",
            "REFRESH_TOKEN",
            "REDIRECT_URI_SCHEME",
            "REDIRECT_URI_MATCHING",
        )
    },
}

# --- Work after the commit
WORK_IN_PROCESS = env.flag("CONTINUUM_WORK_IN_PROCESS", default=LOCAL_PROFILE)
# How long a worker may be silent about a job before another takes it over.
LEASE_SECONDS = env.number("CONTINUUM_LEASE_SECONDS", 120, least=1)
SWEEP_SECONDS = env.number("CONTINUUM_SWEEP_SECONDS", 10, least=1)
QUIET_HOUR = env.number("CONTINUUM_QUIET_HOUR", 3, most=23)  # in UTC
CELERY_BROKER_URL = env.text("CONTINUUM_BROKER_URL") or CONTINUUM_HOME.broker_url
CACHES = {"default": env.cache("CONTINUUM_CACHE_URL", broker=CELERY_BROKER_URL)}
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.05}
    if CELERY_BROKER_URL.startswith("memory:")
    else {"socket_connect_timeout": 1, "socket_timeout": 30, "retry_on_timeout": False}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives any outage
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = env.number("CONTINUUM_WORKER_THREADS", 2, least=1)
CELERY_WORKER_HIJACK_ROOT_LOGGER = CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "memories.work", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
    "clean-up": {"task": "memories.clean_up", "schedule": crontab(hour=str(QUIET_HOUR), minute="17")},
    "keys": {"task": "oauth.clean_up", "schedule": crontab(hour=str(QUIET_HOUR), minute="47")},
}

# --- Engines and rules
EMBEDDING = env.text("CONTINUUM_EMBEDDING", "onnx:all-MiniLM-L6-v2")
EMBEDDING_API_KEY = env.text("CONTINUUM_EMBEDDING_API_KEY")
EMBEDDING_THREADS = env.number("CONTINUUM_EMBEDDING_THREADS", 2, least=1)
EMBEDDING_WEIGHTS = env.text("CONTINUUM_EMBEDDING_WEIGHTS")
# Who reads facts out of texts, and what that may cost each workspace in a month.
EXTRACTION_MODEL = env.text("CONTINUUM_EXTRACTION_MODEL", "rules")
EXTRACTION_BASE_URL = env.text("CONTINUUM_EXTRACTION_BASE_URL")
EXTRACTION_API_KEY = env.text("CONTINUUM_EXTRACTION_API_KEY")
EXTRACTION_MODE = env.choice("CONTINUUM_EXTRACTION_MODE", "tools", among=("tools", "json"))
EXTRACTION_SECONDS = env.number("CONTINUUM_EXTRACTION_SECONDS", 30, least=1, most=60)
EXTRACTION_PRICE = env.price("CONTINUUM_EXTRACTION_PRICE")
EXTRACTION_TOKENS = env.number("CONTINUUM_EXTRACTION_TOKENS", 2_000_000)
EXTRACTION_MICROS = env.number("CONTINUUM_EXTRACTION_CENTS", 500) * 10_000
ALLOW_PRIVATE = env.flag("CONTINUUM_ALLOW_PRIVATE", default=False)
ALLOWED_AGENTS = env.words("CONTINUUM_ALLOWED_AGENTS")
# Days that what is over is kept, 0 for ever; a workspace may have its own.
RETENTION_DAYS = {
    "superseded": env.number("CONTINUUM_RETENTION_SUPERSEDED_DAYS", 365),
    "rejected": env.number("CONTINUUM_RETENTION_REJECTED_DAYS", 30),
    "events": env.number("CONTINUUM_RETENTION_EVENTS_DAYS", 365),
    "answers": env.number("CONTINUUM_RETENTION_ANSWERS_DAYS", 30),
    "activity": env.number("CONTINUUM_RETENTION_ACTIVITY_DAYS", 30),
    "handoffs": env.number("CONTINUUM_RETENTION_HANDOFFS_DAYS", 365),
}
FUSION, RERANKER = search_settings.fusion(), search_settings.reranker()
HOOK_GATE_PERCENT = search_settings.hook_gate_percent()
HOOK_SCRIPTS = BASE_DIR / "hooks"
WEB, WEB_CALLS_A_MINUTE = web_settings.web(), web_settings.calls_a_minute()
OWNER_NAME = env.text("CONTINUUM_OWNER_NAME", "the owner")
