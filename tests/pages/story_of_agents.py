"""What alice's agents did in the last weeks: they asked, were told unasked, and handed tasks over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.ids import new_id
from memories import access
from memories.injection.answering import answer
from memories.injection.inject import inject
from memories.intake.batches import open_batch
from memories.intake.golden import pin_question
from memories.intake.guide import save_guide
from memories.intake.handoffs import create_handoff
from memories.intake.submit import submit_all
from memories.models import Activity, Batch
from memories.pipeline.golden import run_golden
from memories.pipeline.work import work as read_facts
from memories.portability.imports import upload_import
from memories.services.drafts import Draft
from memories.services.handoffs import withdraw_handoff
from memories.services.policies import set_policy
from memories.services.removal import forget
from oauth.models import Client, Connection
from oauth.services.actors import admit
from oauth.services.connections import grant_connection
from oauth.services.pairs import issue_pair
from oauth.services.resources import resource
from tests.stories import remember

QUESTIONS = [
    "When is the shop deployed?",
    "Which port does the staging database listen on?",
    "How do I write to customers?",
    "What does Ana drink?",
    "Who counts the stock in warehouse two?",
    "quantum chromodynamics",
]


SPOKEN = [
    ("ana-work", "Ana works at Acme Corp. Ana lives in Ghent. Ben works at Acme Corp."),
    ("ben-city", "Ben lives in Bruges. Ben uses Python for the shop at Acme Corp."),
    ("ines-lead", "Ines leads Project Delta. Ines lives in Ghent. See [[ana-work]]."),
    ("delta-stack", "Project Delta uses Django and PostgreSQL. Ana works on Project Delta."),
    ("li-lei", "李雷住在上海。李雷在 Acme Corp 工作。"),
]


def let_in(person: Actor) -> None:
    """A client that gets through, and one that stopped half way."""
    for name, host in (("Claude Code", "claude.example"), ("ChatGPT", "chat.example")):
        client = Client.objects.create(
            name=name, client_type="public", redirect_uris=f"https://{host}/callback"
        )
        asked = ["memory:read", "memory:write"]
        connection = grant_connection(
            person,
            client=client,
            permissions=asked,
            toolsets=["memory"],
            mode="review" if name == "ChatGPT" else "auto",
            workspaces=["default"],
        )
        if name == "Claude Code":
            _use(connection, asked)


def _use(connection: Connection, permissions: list[str]) -> None:
    pair = issue_pair(connection, family=new_id(), permissions=permissions, resource=resource())
    admitted = admit(pair.access, agent="claude-code", audience=resource())
    with access.acting(admitted.actor) as claude:
        remember(claude, "The printer on the second floor is called Gutenberg.", name="printer")
        remember(claude, "The guests' network is called Tidepool.", name="guests-network")


def work(agent: Actor, person: Actor) -> None:
    """Questions and contexts over some weeks."""
    with access.acting(person):
        let_in(person)
    with access.acting(agent) as codex:
        for name, text in SPOKEN:
            remember(codex, text, name=name, kind="reference")
        read_facts()
        for place, question in enumerate(QUESTIONS):
            answer(codex, query=question, limit=3)
            inject(codex, prompt=f"{question} Tell me before I start with the work of today, please.")
            _spread(codex, place)

    with access.acting(person) as alice:
        _settings(alice)
        upload_import(alice, chunks=[b"- The gate is green.\n- The fence is blue.\n"], filename="notes.md")
    with access.acting(agent) as codex:
        _hand_over(codex)
        write_batch(codex)


AT_ONCE = {
    "glass": "Glass stands behind the green door of the warehouse.",
    "timber": "Long timber is delivered on Thursdays only.",
    "returns": "What comes back from customers is checked by Ines first.",
}


def write_batch(actor: Actor, texts: Mapping[str, str] = AT_ONCE, *, label: str = "The warehouse") -> Batch:
    """Several texts as an agent writes them at once."""
    drafts = [Draft(content=text, name=name) for name, text in texts.items()]
    batch = open_batch(actor, label=label)
    submit_all(actor, drafts=drafts, batch_id=batch.pk)
    return batch


def _settings(alice: Actor) -> None:
    """What alice laid down: words to agents, a rule, a question, and a text that is kept out."""
    save_guide(alice, text="# How we work\n\nRecall before you answer. Never save what a customer owes.")
    save_guide(alice, text="# How we work\n\nRecall before you answer. Never save what a customer owes us.")
    set_policy(alice, decision="refuse", kind="invoice", trust="web")
    set_policy(alice, decision="store", action="remember")
    pin_question(alice, question="When is the shop deployed?", name="deploy-day", within=5)
    run_golden(alice)
    remember(alice, "Ben owes us eleven euros.", name="debt")
    forget(alice, name="debt")


def _hand_over(codex: Actor) -> None:
    """A task that waits, resting on a memory that changes since, and one that was taken back."""
    create_handoff(
        codex,
        task_id="checkout-refunds",
        summary="Refunds over Mollie work in staging. The webhook is not signed yet.",
        next_actions=["Sign the webhook", "Try a refund of a part"],
        decisions=["Refunds are always to the card that paid."],
        memories=["checkout-stack"],
        progress="in_progress",
    )
    remember(codex, "The checkout takes payments through Mollie and Klarna.", name="checkout-stack")
    over = create_handoff(codex, task_id="rename-rivers", summary="Name the release.", addressee="claude")
    withdraw_handoff(codex, handoff_id=over.handoff.pk)


def _spread(actor: Actor, place: int) -> None:
    """Some of what was just done as if it had been done days ago, at other hours."""
    newest = Activity.objects.filter(client=actor.client).order_by("-pk").values_list("pk", flat=True)[:2]
    for pk in list(newest):
        rows = Activity.objects.filter(pk=pk)
        for again in range(place + 1):
            row = rows.get()
            row.pk = None
            row.at = timezone.now() - timedelta(days=place * 3 + again, hours=place * 5 + again)
            row.milliseconds = 12.0 + 7 * again + 3 * place
            row.save(force_insert=True)
