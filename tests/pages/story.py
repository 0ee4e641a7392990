"""Whose pages are looked at: alice, who has used it for a while, and dora, who came today."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.submit import submit_all
from memories.models import Mode
from memories.portability.imports import list_imports
from memories.recall.handoffs import list_handoffs
from memories.recall.proposals import page_of_proposals
from memories.services.batches import list_batches
from memories.services.drafts import Draft
from memories.services.removal import archive
from memories.services.workspaces import create_workspace, ensure_default_workspace
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.conftest import agent_actor, person_actor
from tests.pages.story_of_accounts import asked_by_a_program, passkey_of, secure
from tests.pages.story_of_agents import work
from tests.stories import remember

HOSTILE = (
    "<script>window.ran = 1</script> <img src=x onerror='window.ran = 1'> [a link](javascript:window.ran=1) "
    "{{ 7 * 7 }} {% now 'Y' %} \u202eesrever\u202c zero\u200bwidth \u2066isolated\u2069"
)
LAID_OUT = """# When the disk of the queue is full

It happened in March, see [[incident-march]]. **Stop the workers first**, then:

1. Look what is large: `du -x -d2 /var | sort -n | tail`
2. Move the *old* logs away
   - those of the queue
   - those of nginx
3. Start the workers, tell [the channel](https://chat.example/ops "Ops")

| part | disk | alarm at |
| --- | --- | ---: |
| queue | `/var/queue` | 80 % |
| database | `/var/db` | 70 % |

```sh
systemctl stop workers && journalctl --vacuum-time=7d
```

> Never delete what you cannot name.

![How it looked](https://pictures.example/disk.png) ~~Ask Bob.~~ More: https://runbooks.example/disk
"""
KNOWN = [
    ("deploy-day", "The shop is deployed every Tuesday at ten, after the backup of the night was checked."),
    ("staging-ports", "The staging database listens on port 5433, the queue on 6380. See [[deploy-day]]."),
    (
        "tone-of-voice",
        "Write to customers warmly and briefly. Never promise a date that Ines has not confirmed.",
    ),
    ("ana-tea", "Ana prefers green tea and meets before noon."),
    (
        "checkout-stack",
        "The checkout is a Django app with htmx; payments go through Mollie. [[staging-ports]]",
    ),
    ("盘点", "每周五下午三点在二号仓库盘点，由李雷负责。"),
    (
        "incident-march",
        "In March the queue stood still for 40 minutes because a disk was full. [[runbook-disk]]",
    ),
    ("release-names", "Releases are called after rivers, in the order of the alphabet."),
]
PROPOSED = [
    ("deploy-day", "The shop is deployed every Wednesday at ten, after the backup of the night was checked."),
    ("ana-coffee", "Ana drinks coffee in the morning."),
    ("invoice-address", "Invoices go to Kastanjelaan 12, 9000 Ghent, for the attention of Ines."),
    ("api-limit", "The supplier's API allows 600 requests a minute and answers 429 beyond that."),
    ("meeting-rule", "Never schedule meetings on Friday afternoons."),
]


@dataclass(frozen=True, slots=True)
class Cast:
    alice: User
    dora: User
    ines: User
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def person(self) -> Actor:
        return person_actor(self.alice)

    @property
    def agent(self) -> Actor:
        return agent_actor(self.alice)


def furnish() -> Cast:
    """Alice's store as it is after some weeks, and dora's, which is empty."""
    cast = Cast(_person("alice"), _person("dora"), _person("ines"))
    create_workspace(cast.person, name="shop", mode=Mode.AUTO)
    issue_token(cast.alice, name="Codex at work", permissions=["memory:read", "memory:write"])
    with access.acting(agent_actor(cast.alice)) as codex:
        _remember_all(codex)
    with access.acting(person_actor(cast.alice)) as alice:
        remember(alice, "The spare key lies behind the blue pot.", name="spare-key", sensitivity="private")
        remember(alice, "The shop is deployed every Tuesday at nine.", name="deploy-hour", kind="project")
        remember(alice, "The shop is deployed every Tuesday at ten sharp.", name="deploy-hour")
        remember(alice, "We used SVN until 2011.", name="old-days")
        archive(alice, name="old-days")
    work(cast.agent, cast.person)
    secure(cast.ines)
    cast.made.update(_made(cast))
    return cast


def _made(cast: Cast) -> dict[str, Any]:
    """What addresses name that nobody can know before."""
    with access.acting(cast.person) as alice:
        return {
            "asked": asked_by_a_program(),
            "passkey": passkey_of(cast.ines),
            "proposal": page_of_proposals(alice, limit=1).proposals[0].revision.pk,
            "handoff": list_handoffs(alice).handoffs[0].handoff.pk,
            "batch": list_batches(alice)[0].pk,
            "import_id": list_imports(alice)[0].pk,
        }


def _remember_all(codex: Actor) -> None:
    for place, (name, text) in enumerate(KNOWN):
        kind, tags = ("project", ["shop", "ops"]) if place % 2 else ("user_fact", ["people"])
        remember(codex, text, name=name, kind=kind, tags=tags, source="conversation")
    remember(codex, HOSTILE, name="hostile", tags=["<b>"])
    remember(codex, LAID_OUT, name="runbook-disk", kind="reference", tags=["ops"])
    for name, text in PROPOSED:
        remember(replace(codex, agent="browser"), text, name=name, trust="web", source="supplier.example")


def _person(name: str) -> User:
    user = User.objects.create_user(name, email=f"{name}@example.test", password=None)
    ensure_default_workspace(person_actor(user), mode=Mode.AUTO)
    return user


def newcomer(name: str) -> User:
    """Somebody with an account and nothing else, for one test alone."""
    return _person(name)


def propose_many(user: User, count: int) -> None:
    """What an agent found on the web, waiting for its person."""
    with access.acting(agent_actor(user, "browser")) as agent:
        submit_all(
            agent,
            drafts=[
                Draft(
                    content=f"Supplier number {number} delivers in week {number}.",
                    name=f"s{number:03}",
                    trust="web",
                )
                for number in range(count)
            ],
        )
