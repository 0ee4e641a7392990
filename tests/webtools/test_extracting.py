"""extract_structured: by a model that the caller brings, or by what a page says in structured form."""

from __future__ import annotations

import json
from typing import Any

import pytest

from continuum.kernel.errors import Unreachable, ValidationFailed
from tests.webtools.conftest import Sentinel, Site
from webtools.errors import AddressRefused, ContentRefused
from webtools.extracting import Extracted, Model, extract_structured
from webtools.looking import Asked
from webtools.web import Web

PRODUCT = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": "Deck chair",
    "offers": {"@type": "Offer", "price": "49.90", "priceCurrency": "EUR"},
    "brand": {"@type": "Brand", "name": "Harbour"},
}
SHOP = f"""<title>Deck chair - Shop</title><meta property="og:description" content="A chair.">
  <meta name="author" content="Ana"><script type="application/ld+json">{json.dumps(PRODUCT)}</script>
  <script type="application/ld+json">{{broken</script><h1>Deck chair</h1>
  <table><caption>Sizes</caption><tr><th>Size</th><th>Weight (kg)</th></tr><tr><td>S</td><td>3,5</td></tr>
  <tr><td>L</td><td>1,204.5</td></tr></table>
  <table><tr><td>In stock</td><td>yes</td></tr><tr><td>Seats:</td><td>1</td></tr></table>
  <dl><dt>Colour</dt><dd>Blue</dd></dl><span itemprop="sku" content="DC-7">x</span>"""


def schema(**properties: Any) -> str:
    return json.dumps({"type": "object", "properties": properties})


async def extracted(web: Web, url: str, wanted: str, model: Model | None = None) -> Extracted:
    return await web.run(extract_structured(web, Asked(url), schema=wanted, model=model))


@pytest.mark.parametrize(
    ("name", "shape", "value"),
    [
        ("name", {"type": "string"}, "Deck chair"),
        ("price", {"type": "number"}, 49.9),
        ("priceCurrency", {"type": "string"}, "EUR"),
        ("price_currency", {"type": "string"}, "EUR"),
        ("brand", {"type": "string"}, "Harbour"),
        ("author", {"type": "string"}, "Ana"),
        ("description", {"type": "string"}, "A chair."),
        ("title", {"type": "string"}, "Deck chair - Shop"),
        ("colour", {"type": "string"}, "Blue"),
        ("in_stock", {"type": "boolean"}, True),
        ("seats", {"type": "integer"}, 1),
        ("sku", {"type": "string"}, "DC-7"),
        ("brand", {"type": "object"}, {"@type": "Brand", "name": "Harbour"}),
        ("author", {"type": "array"}, ["Ana"]),
    ],
)
async def test_what_a_page_names_is_found_by_its_name(
    plain: Web, site: Site, name: str, shape: dict[str, Any], value: Any
) -> None:
    found = await extracted(plain, site.page("/", SHOP), schema(**{name: shape}))
    assert (found.by, found.data, found.missing) == ("rules", {name: value}, ())


async def test_a_table_becomes_rows_of_the_wanted_objects(plain: Web, site: Site) -> None:
    row = {"type": "object", "properties": {"size": {"type": "string"}, "weight_kg": {"type": "number"}}}
    found = await extracted(plain, site.page("/", SHOP), schema(sizes={"type": "array", "items": row}))
    assert found.data == {"sizes": [{"size": "S", "weight_kg": 3.5}, {"size": "L", "weight_kg": 1204.5}]}


async def test_what_is_not_there_is_missing_and_not_made_up(plain: Web, site: Site) -> None:
    found = await extracted(
        plain, site.page("/", SHOP), schema(warranty={"type": "string"}, seats={"type": "null"})
    )
    assert found.data == {}
    assert found.missing == ("warranty", "seats")


async def test_in_words_everything_that_is_structured_is_told(plain: Web, site: Site) -> None:
    found = await extracted(plain, site.page("/", SHOP), "the price and the sizes")
    assert found.data["json_ld"] == [PRODUCT]
    assert found.data["metadata"]["og:description"] == "A chair."
    assert found.data["tables"][0]["headers"] == ("Size", "Weight (kg)")
    assert found.data["pairs"]["In stock"] == "yes"
    assert any("CONTINUUM_EXTRACTION_MODEL" in note for note in found.notes)


async def test_a_graph_is_told_object_by_object(plain: Web, site: Site) -> None:
    graph = json.dumps({"@graph": [{"@type": "Person", "name": "Ana"}, {"@type": "Place"}]})
    url = site.page("/", f'<p>x</p><script type="application/ld+json">{graph}</script>')
    assert len((await extracted(plain, url, "people")).data["json_ld"]) == 2


async def test_a_model_is_given_the_text_and_the_wish(plain: Web, site: Site) -> None:
    asked = []

    async def model(text: str, wanted: str) -> Any:
        asked.append((text, wanted))
        return {"price": 49.9}

    found = await extracted(plain, site.page("/", SHOP), schema(price={"type": "number"}), model)
    assert (found.by, found.data) == ("model", {"price": 49.9})
    assert "# Deck chair" in asked[0][0]
    assert "price" in asked[0][1]


@pytest.mark.parametrize("answer", [{"price": "much"}, [], "49.90", None, {"price": None}])
async def test_what_a_model_says_is_held_against_the_schema(plain: Web, site: Site, answer: Any) -> None:
    async def model(text: str, wanted: str) -> Any:
        return answer

    found = await extracted(plain, site.page("/", SHOP), schema(price={"type": "number"}), model)
    assert (found.by, found.data) == ("rules", {"price": 49.9})
    assert any("does not fit" in note for note in found.notes)


async def test_a_model_that_fails_leaves_the_rules(plain: Web, site: Site) -> None:
    async def model(text: str, wanted: str) -> Any:
        raise Unreachable("The model does not answer.")

    found = await extracted(plain, site.page("/", SHOP), schema(price={"type": "number"}), model)
    assert found.by == "rules"
    assert any("does not answer" in note for note in found.notes)


async def test_a_model_is_given_no_more_than_it_may_cost(plain: Web, site: Site) -> None:
    lengths = []

    async def model(text: str, wanted: str) -> Any:
        lengths.append(len(text))
        return {}

    found = await extracted(plain, site.page("/", f"<p>{'words ' * 9_000}</p>"), "all", model)
    assert lengths == [20_000]
    assert any("first 20,000" in note for note in found.notes)


@pytest.mark.parametrize(
    "wanted",
    [
        "",
        "  ",
        '{"type": "nonsense"}',
        '{"type": ',
        '{"properties": 7}',
        '{"$ref": "http://127.0.0.1/schema"}',
        '{"properties": {"a": {"$ref": "file:///etc/passwd"}}}',
        "x" * 30_000,
        '{"required": "name"}',
        '{"type": "object", "allOf": [{"$ref": "https://evil.test/s"}]}',
    ],
)
async def test_a_schema_that_is_none_is_refused_before_anything_is_fetched(
    plain: Web, site: Site, wanted: str
) -> None:
    with pytest.raises(ValidationFailed, match=r"[sS]chema"):
        await extracted(plain, site.page("/", SHOP), wanted)
    assert site.hits == []


@pytest.mark.parametrize(
    ("body", "kind"), [("", "text/html"), ("words", "text/plain"), ("<body></body>", "text/html")]
)
async def test_what_cannot_be_read_is_refused(plain: Web, site: Site, body: str, kind: str) -> None:
    with pytest.raises(ContentRefused):
        await extracted(plain, site.page("/", body, kind), schema(a={}))


async def test_nothing_is_extracted_from_the_inside(plain: Web, site: Site, sentinel: Sentinel) -> None:
    with pytest.raises(AddressRefused):
        await extracted(plain, site.redirect("/r", sentinel.url), "all")
    assert not sentinel.touched


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234.50", 1234.5),
        ("1.234,50", 1234.5),
        ("EUR 12", 12),
        ("1,234", 1234),
        ("0,5", 0.5),
        ("-3.25", -3.25),
        ("1 234,5", 1234.5),
        ("1'000", 1000),
        ("about 7 or so", 7),
        ("1.234.567", 1234567),
    ],
)
async def test_numbers_are_read_in_many_spellings(plain: Web, site: Site, text: str, number: float) -> None:
    url = site.page("/", f"<dl><dt>n</dt><dd>{text}</dd></dl>")
    assert (await extracted(plain, url, schema(n={"type": "number"}))).data == {"n": number}
