"""What is called a secret, in code, in files, in prose and in other languages."""

from __future__ import annotations

import pytest

from memories.secrets.assignments import assigned_kind
from memories.secrets.finding import Finding
from memories.secrets.scan import scan
from tests.memories.secrets.made import KEY, PASSWORD

PASSWORDS = """
password={}
password: {}
DB_PASSWORD="{}"
dbPassword = '{}'
"password": "{}"
'password' => '{}',
<password>{}</password>
<add key="Password" value="{}"/>
Server=db;User Id=sa;Password={};Encrypt=true
jdbc:postgresql://h/db?user=a&password={}
the password is {}.
The admin password for the wiki is {}
password for db-01: {}
password (prod): {}
**Password:** {}
| password | {} |
Passwort: {}
Das Kennwort ist {}
WLAN-Passwort "{}"
mot de passe : {}
le mot de passe est {}
contraseña: {}
la contraseña es {}
senha: {}
пароль: {}
密码：{}
密码是{}，请勿外传
数据库密码为 {}
密码 {}
密码{}
登录密码（生产环境）：{}
密码改成了{}
パスワードは{}です
비밀번호: {}
--password {}
mysql --password={} -u root
use password {} for the vpn
{{\\"password\\": \\"{}\\"}}
password: str = "{}"
if password == "{}":
let password: &str = "{}"
PASSWORD := "{}"
${{DB_PASSWORD:-{}}}
changed the password to {}
ENV POSTGRES_PASSWORD {}
Login: ana, password: {}, port 22
pass: {}
PGPASS={}
passphrase: "{}"
{} is the password
So "{}" ist das Passwort
{}是我们的密码
Later {} is our wifi password.
"""
KEYS = """
api_key = "{}"
api_key: {}
API key: {}
apiKey: '{}'
X-Api-Key: {}
client_secret={}
token: {}
access_token={}&x=1
https://api.example.com/v1?api_key={}&x=1
export SECRET_KEY='{}'
SharedAccessKey={};EntityPath=x
密钥：{}
API密钥是 {}
令牌：{}
API-Schlüssel: {}
clé API : {}
clave de API: {}
webhook secret: {}
JWT_SECRET={}
"auth_token": "{}"
the login credentials: {}
STRIPE_KEY={}
"""
NO_SECRETS = """
Please reset your password
The password field is required
password: ********
password: ••••••••
my password manager is Bitwarden
Password must be at least 12 characters
password: required
"password": "required|min:8"
"password": "string"
"password": "Enter your password"
"password": "Contraseña"
password = getpass.getpass()
password = os.environ["DB_PASSWORD"]
password=password
connect(user=user, password=passwd, host=host)
password: ${DB_PASSWORD}
password: {{ db_password }}
password: <your-password>
password = ?
password=$DB_PASS
PASSWORD=%PASSWORD%
password is case-sensitive
password is base64 encoded
password is SHA256-hashed
password: bcrypt, 12 rounds
password: 90-day rotation
password: 8-64 characters
password_hash: pbkdf2_sha256
password_file: /run/secrets/db_pw1
password: op://vault/item/password
password: [redacted]
password policy: NIST SP800-63B
"change_password": "5/m/user"
PWD=/home/ana/projects/x1
Wi-Fi password: ask Bob
Password: See the vault entry "router-2024"
type="password" name="password2"
密码长度至少8位
密码使用SHA256加密
密码是必填项
请修改密码
Das Passwort ist abgelaufen
Passwort vergessen? https://example.com/reset
mot de passe oublié
la contraseña es obligatoria
token bucket rate limit: 100
max_tokens=4096
CHARS_PER_TOKEN: Final[float] = 4.0
token = await get_token(user)
page_token = locks.content_token(page_abs)
filter(access_token=access_token).first()
token: null
token: cl100k_base
secret: true
secret: see vault
secret: arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf
secrets: inherit
the secret to good bread: time
secret santa: Bob
secretName: db-creds-1
api_key: str = Field(default=None)
api_key=YOUR_API_KEY
api_key = "your-api-key-here"
API key: rotated 2024-05-01
private_key: Ed25519PrivateKey | Ed448PrivateKey
private key: ~/.ssh/id_ed25519
"ApiKeySelectionExpression": "$request.header.x-api-key"
The api key lives in projects/p1/secrets/s2/versions/latest
cache_key = "users:42:profile"
PRIMARY_KEY=user_id_2024
credentials: 'same-origin'
uses: actions/checkout@v4 with token: ${{ secrets.GITHUB_TOKEN }}
| SD-03 | open | detect-token | owner/repo#155, other/repo#855
"""


def _lines(texts: str) -> list[str]:
    return texts.strip().splitlines()


@pytest.mark.parametrize("template", _lines(PASSWORDS))
def test_a_password_is_found_exactly(template: str) -> None:
    text, start = template.format(PASSWORD), template.format("\0").index("\0")
    assert scan(text) == [Finding(start, start + len(PASSWORD), "password")]


@pytest.mark.parametrize("template", _lines(KEYS))
def test_a_key_is_found_exactly(template: str) -> None:
    text, start = template.format(KEY), template.format("\0").index("\0")
    assert scan(text) == [Finding(start, start + len(KEY), "api_key")]


@pytest.mark.parametrize("text", _lines(NO_SECRETS))
def test_what_only_speaks_of_secrets_passes(text: str) -> None:
    assert scan(text) == []


@pytest.mark.parametrize("template", ["密码：{}", "the password is {}", "password:\n  {}", "密码{}"])
def test_a_password_is_found_in_the_midst_of_a_text(template: str) -> None:
    text = f"Erste Zeile, 第一行.\n\n{template.format(PASSWORD)}\nLast line."
    assert [text[found.start : found.end] for found in scan(text)] == [PASSWORD]


def test_full_width_letters_are_read_as_plain_ones() -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in f"password:{PASSWORD}")
    assert scan(wide) == [Finding(len("password:"), len(wide), "password")]


def test_a_word_of_letters_is_a_password_only_where_it_is_written_as_one() -> None:
    word = "sword" + "fish"
    assert scan(f'{{"password": "{word}"}}') and scan(f"password={word}\n")
    assert not scan(f"password: {word}") and not scan(f"the password is {word}")


def test_a_phrase_is_a_password_unless_it_is_a_sentence() -> None:
    assert scan('passphrase: "correct ' + 'horse battery staple"')
    assert not scan('passphrase: "enter the one you chose"')


def test_joined_words_with_a_number_are_a_password_where_they_are_told_as_one() -> None:
    for value in ("Blue-Horse" + "-42", "Kiste-77" + "-Blauwal"):
        assert scan(f"Wi-Fi password: {value}") and scan(f'password = "{value}"')
    for value in ("case-sensitive", "90-day", "vault/Prod/db-1", "db-creds-1"):
        assert not scan(f"Wi-Fi password: {value}") and not scan(f"the password is {value}")


def test_a_sentence_about_a_password_passes() -> None:
    for text in ("Bitwarden is the password manager", "SHA256 is the password hash", "this is my password"):
        assert not scan(text)


@pytest.mark.parametrize(
    ("name", "kind"), [("password", "password"), ("apiKey", "api_key"), ("密码", "password")]
)
def test_a_member_of_json_is_judged_by_its_name(name: str, kind: str) -> None:
    assert assigned_kind(name, KEY) == kind
    assert assigned_kind(f"{name}_hash", KEY) is None or not name.isascii()
    assert assigned_kind("title", KEY) is None


@pytest.mark.parametrize(
    "value", ["", "required", "${PASSWORD}", "<your password>", "Enter your password", "****"]
)
def test_a_member_of_json_may_hold_no_secret(value: str) -> None:
    assert assigned_kind("password", value) is None
