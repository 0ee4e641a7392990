"""What is personal rather than secret; looked for only when the owner asks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from memories.secrets.finding import Finding
from memories.secrets.placeholders import is_documented

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}+)\.){1,8}[A-Za-z]{2,24}"
    r"(?![A-Za-z0-9])"
)
_NOBODY = re.compile(
    r"@(?:[a-z0-9-]+\.)*(?:example\.(?:com|org|net)|(?:test|example|invalid|localhost))$", re.IGNORECASE
)
# International, or grouped as in North America; other digits are phone numbers if the text says so.
_PHONE = re.compile(
    r"(?<![0-9A-Za-z+.-])"
    r"(?:\+[1-9](?:[ ().-]{0,2}[0-9]){7,14}|\(?[2-9][0-9]{2}\)?[ .-][2-9][0-9]{2}[ .-][0-9]{4})"
    r"(?![0-9A-Za-z])(?![.-][0-9])"
)
_PHONE_WORDS = (
    r"(?i:(?<![a-z])(?:tel(?:efon|éfono|éphone)?|phone|mobile|cell|handy|móvil|portable|whatsapp|fax)"
    r"(?: ?(?:no|nr|number|nummer|numéro)\.?)?|电话|電話|手机|手機|携帯|전화)"
)
_CALLED_PHONE = re.compile(
    rf"{_PHONE_WORDS} ?(?:号码|號碼|番号|번호)? ?(?:[:=]|is|是|ist|est|es)? {{0,2}}"
    r"(?P<number>\(?[0-9](?:[ ()./-]{0,2}[0-9]){6,13})(?![0-9A-Za-z])"
)
_CARD = re.compile(r"(?<![0-9A-Za-z.+_-])[2-6](?:[ -]?[0-9]){12,18}(?![0-9A-Za-z])(?![ .-][0-9])")
_IBAN = re.compile(r"(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_LEAST_DIGITS = 4
"""Different digits that a card number in use has."""
_IBAN_LENGTHS = range(15, 35)


def find_personal(text: str, kinds: Collection[str]) -> Iterator[Finding]:
    """What of these kinds stands in text with plain letters."""
    if "email" in kinds:
        yield from (_found(match, "email") for match in _EMAIL.finditer(text) if not _NOBODY.search(match[0]))
    if "iban" in kinds:
        yield from (_found(match, "iban") for match in _IBAN.finditer(text) if _adds_up(match[0]))
    if "card_number" in kinds:
        yield from (_found(match, "card_number") for match in _CARD.finditer(text) if _is_card(match[0]))
    if "phone" in kinds:
        yield from (_found(match, "phone") for match in _PHONE.finditer(text))
        yield from (Finding(*match.span("number"), "phone") for match in _CALLED_PHONE.finditer(text))


def _found(match: re.Match[str], kind: str) -> Finding:
    return Finding(match.start(), match.end(), kind)


def _is_card(written: str) -> bool:
    """Luhn's check over the digits; the numbers that payment manuals print are no one's."""
    digits = [int(letter) for letter in written if letter.isdigit()]
    doubled = [sum(divmod(digit * 2, 10)) for digit in digits[-2::-2]]
    is_one = (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
    return is_one and len(set(digits)) >= _LEAST_DIGITS and not is_documented("".join(map(str, digits)))


def _adds_up(written: str) -> bool:
    """The remainder by 97 that every IBAN has."""
    plain = written.replace(" ", "")
    moved = plain[4:] + plain[:4]
    return len(plain) in _IBAN_LENGTHS and int("".join(str(int(letter, 36)) for letter in moved)) % 97 == 1
