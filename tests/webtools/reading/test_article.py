"""Where the article of a page is, and what is left away around it."""

from __future__ import annotations

import pytest

from webtools.reading.article import article_of
from webtools.reading.document import of_source
from webtools.reading.plain import plain_text

STORY = "".join(
    f"<p>Sentence {n} of the story tells what happened at the harbour that day.</p>" for n in range(9)
)
NOISE = f"<p>{'Nothing that anybody wants to read here. ' * 20}</p>"


@pytest.mark.parametrize(
    "html",
    [
        f"<nav>NOISE</nav><article>{STORY}</article>",
        f"<main>{STORY}</main><aside>NOISE</aside>",
        f"<main>{STORY}<footer>NOISE</footer></main>",
        f"<div role=dialog>{NOISE} NOISE</div><article>{STORY}</article>",
        f"<div class=cookie-banner>{NOISE} NOISE</div><main>{STORY}</main>",
        f"<div id=onetrust-consent-sdk>{NOISE} NOISE</div><div>{STORY}</div>",
        f"<main aria-hidden=true>{STORY}</main><div aria-modal=true>{NOISE} NOISE</div>",
        f"<article>{STORY}<form>NOISE<input></form></article>",
        f"<article>{STORY}<button>NOISE</button></article>",
        f"<div role=navigation>NOISE</div><div id=content>{STORY}</div>",
        f"<div role=banner>NOISE</div><article>{STORY}</article><div role=contentinfo>NOISE</div>",
        f"<section><div><div>{STORY}</div></div></section><div role=search>NOISE</div>",
    ],
)
def test_an_article_is_kept_and_what_is_around_it_is_not(html: str) -> None:
    text = plain_text(article_of(of_source(f"<body>{html}</body>", "https://example.org/").body))
    assert "Sentence 0" in text and "Sentence 8" in text
    assert "NOISE" not in text
