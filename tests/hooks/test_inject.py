"""The prompt hook: prompt in, context out, and never in the way."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.hooks.conftest import INJECT, NODE, Machine, eventually
from tests.hooks.odd_server import Odd, answering, nobody

ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16."
HOOK_TIMEOUT = 5.0


def prompt(text: str = ASKED, **more: Any) -> dict[str, Any]:
    return {"hook_event_name": "UserPromptSubmit", "prompt": text, "session_id": "s", "cwd": "/w/x", **more}


@pytest.fixture
def stored(script_client: httpx.Client) -> httpx.Client:
    script_client.post("/memories", json={"content": SAID, "name": "falcon"}).raise_for_status()
    return script_client


def test_prompt_in_context_out(stored: httpx.Client, installed: Machine) -> None:
    ran = installed.hook(INJECT, prompt())
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert SAID in ran.context and ran.context.startswith("<continuum-context>")


def test_what_is_not_relevant_or_was_told_already_prints_nothing(
    stored: httpx.Client, installed: Machine
) -> None:
    assert installed.hook(INJECT, prompt("Write me a poem about the sea in winter.")).silent
    assert installed.hook(INJECT, prompt()).context
    assert installed.hook(INJECT, prompt()).silent


def test_after_a_compaction_the_rules_are_told_again(stored: httpx.Client, installed: Machine) -> None:
    rule = {"content": "Never deploy on Fridays.", "recall": "always"}
    stored.post("/memories", json=rule).raise_for_status()
    assert installed.hook(INJECT, prompt("Hello there")).context
    started = {"hook_event_name": "SessionStart", "session_id": "s"}
    ran = installed.hook(INJECT, {**started, "source": "compact"})
    assert json.loads(ran.out)["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert "Fridays" in ran.context
    assert all(
        installed.hook(INJECT, {**started, "source": how}).silent for how in ("startup", "resume", "clear")
    )


def test_a_short_prompt_brings_its_last_turns_along(
    stored: httpx.Client, installed: Machine, tmp_path: Path
) -> None:
    talk = tmp_path / "t.jsonl"
    turns = [("user", ASKED), ("assistant", [{"type": "tool_use", "name": "x"}]), ("user", "and which one?")]
    lines = [{"type": who, "message": {"role": who, "content": said}} for who, said in turns]
    talk.write_text("\r\n".join(map(json.dumps, lines)))
    assert installed.hook(INJECT, prompt("and which one?")).silent
    assert SAID in installed.hook(INJECT, prompt("and which one?", transcript_path=str(talk))).context


@pytest.mark.parametrize(
    "odd",
    [
        Odd(status=500),
        Odd(status=401),
        Odd(status=403),
        Odd(status=413),
        Odd(kind="text/html", body=b"<html>Sign in</html>"),
        Odd(kind="text/html"),
        Odd(body=b'{"context": "' + b"x" * 5_000_000 + b'"}'),
        Odd(body=b'{"context": "' + b"x" * 10_000 + b'"}'),
        Odd(body=b'{"context": null}'),
        Odd(body=b'{"context": ""}'),
        Odd(body=b'{"context": {"a": 1}}'),
        Odd(body=b'{"context": "cut'),
        Odd(body=b"[]"),
        Odd(body=b""),
        Odd(status=302, location="http://127.0.0.1:9/elsewhere"),
        Odd(seconds=30),
    ],
    ids=lambda odd: f"{odd.status} {odd.kind} {len(odd.body)} {odd.seconds:.0f}s",
)
def test_hk_12_whatever_the_server_says_the_hook_is_silent_and_in_time(odd: Odd, machine: Machine) -> None:
    with answering(odd):
        machine.put(odd.url, "ctm_x")
        ran = machine.hook(INJECT, prompt())
    assert ran.silent and ran.seconds < HOOK_TIMEOUT
    assert len(odd.asked) == 1


def test_hk_12_a_dead_network_is_silent(machine: Machine) -> None:
    machine.put(nobody(), "ctm_x")
    ran = machine.hook(INJECT, prompt())
    assert ran.silent and ran.seconds < HOOK_TIMEOUT


@pytest.mark.parametrize(
    "said",
    [
        *(b"", b"null", b"[]", b"{", b"no json", b"\xff\xfe", b'{"prompt": 7}'),
        *(prompt(""), prompt(" \n"), {"hook_event_name": "SessionStart"}, {"hook_event_name": "Stop"}),
    ],
)
def test_hk_12_input_without_a_prompt_asks_nobody(said: Any, machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x")
        assert machine.hook(INJECT, said).silent
    assert odd.asked == []


@pytest.mark.parametrize("token", ["", "\n", "ctm_a\nX-Evil: 1", "ctm_\u00e9"])
def test_hk_12_a_token_that_is_none_is_not_sent(token: str, machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put(odd.url, token)
        assert machine.hook(INJECT, prompt()).silent
        (machine.own / "hook-token").unlink()
        assert machine.hook(INJECT, prompt()).silent
    assert odd.asked == []


def test_hk_12_a_token_with_a_line_end_is_trimmed(machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x\r\n")
        assert machine.hook(INJECT, prompt()).context == "x"
    assert odd.asked[0][1]["Authorization"] == "Bearer ctm_x"


@pytest.mark.parametrize(
    "text", ["a" * 500_000 + "b" * 500_000, "half \ud83d an emoji", "caf\u00e9 \U0001f600"]
)
def test_hk_12_odd_prompts_are_sent_whole_or_by_both_ends(text: str, machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x")
        ran = machine.hook(INJECT, prompt(text))
    sent = odd.asked[0][2]["prompt"]
    assert ran.context == "x" and len(sent) <= 4_001
    assert sent[0] == text[0] and sent[-1] == text[-1]
    sent.encode()  # no half of an emoji went out


def test_what_is_sent_is_what_the_documents_say(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text("")
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x")
        machine.hook(INJECT, prompt("short", transcript_path=str(tmp_path / "t.jsonl"), permission_mode="x"))
    path, headers, body = odd.asked[0]
    assert (path, headers["Continuum-Agent"]) == ("/hook/context", "claude-code")
    assert body == {"prompt": "short", "cwd": "/w/x", "session_id": "s"}


def test_an_input_that_is_never_closed_does_not_hang_it(machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x")
        process = subprocess.Popen(
            [str(NODE), str(machine.own / "hooks" / INJECT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=machine.environment(),
        )
        with process:
            assert process.stdin and process.stdout
            process.stdin.write(json.dumps(prompt()).encode())
            process.stdin.flush()
            assert process.wait(HOOK_TIMEOUT) == 0
            assert b'"additionalContext":"x"' in process.stdout.read()


def test_a_client_that_went_away_is_no_error(machine: Machine) -> None:
    with answering(Odd(seconds=0.3)) as odd:
        machine.put(odd.url, "ctm_x")
        read, write = os.pipe()
        os.close(read)
        process = subprocess.Popen(
            [str(NODE), str(machine.own / "hooks" / INJECT)],
            stdin=subprocess.PIPE,
            stdout=write,
            stderr=subprocess.PIPE,
            env=machine.environment(),
        )
        os.close(write)
        _, err = process.communicate(json.dumps(prompt()).encode(), timeout=HOOK_TIMEOUT)
    assert (process.returncode, err) == (0, b"")


@pytest.mark.parametrize("switch", ["hook-disabled"])
def test_it_can_be_switched_off(switch: str, machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put(odd.url, "ctm_x")
        (machine.own / switch).touch()
        assert machine.hook(INJECT, prompt()).silent
    assert odd.asked == []


def test_the_address_and_the_token_may_come_from_the_environment(machine: Machine) -> None:
    with answering(Odd()) as odd:
        machine.put("http://127.0.0.1:9", "")
        env = {"CONTINUUM_MCP_URL": f"{odd.url}/mcp/", "CONTINUUM_TOKEN": "ctm_env"}
        assert machine.hook(INJECT, prompt(), env=env).context == "x"
    assert odd.asked[0][1]["Authorization"] == "Bearer ctm_env"


def test_updates_are_looked_for_once_a_day_unless_switched_off(machine: Machine) -> None:
    with answering(Odd(status=404)) as odd:
        machine.put(odd.url, "ctm_x")
        noted = machine.own / "update-checked-at"
        noted.unlink()
        (machine.own / "no-auto-update").touch()
        machine.hook(INJECT, prompt())
        assert not noted.exists()
        (machine.own / "no-auto-update").unlink()
        machine.hook(INJECT, prompt())
        eventually(lambda: "/hooks.sha256" in [path for path, _, _ in odd.asked])
        machine.hook(INJECT, prompt())
        os.utime(noted, (0, 0))
        machine.hook(INJECT, prompt())
        eventually(lambda: [path for path, _, _ in odd.asked].count("/hooks.sha256") == 2)


REASON = "Reason given here. " * 29
RULES = [
    {
        "name": f"rule-{n:02}",
        "recall": "always",
        "content": f"Never do thing {n:02} unless Ana asks. {REASON}",
    }
    for n in range(40)
]
FACTS = [{"name": f"fact-{n:02}", "content": f"{SAID} Its {n}th reason: {'x' * 900}"} for n in range(20)]


def test_hk_11_forty_rules_and_twenty_memories_stay_below_what_clients_cut(
    script_client: httpx.Client, installed: Machine
) -> None:
    for items in (RULES, FACTS):
        script_client.post("/memories/bulk", json={"items": items}).raise_for_status()
    told = installed.hook(INJECT, prompt()).context
    whole = [rule for rule in RULES if rule["content"].strip() in told]
    assert len(told) < 10_000 and len(told.encode()) <= 9_500
    assert whole and whole[-1]["name"] == "rule-39"
    assert "more standing rules" in told and told.count("- rule-") == 12
    assert not any(rule["content"][:60] in told for rule in RULES if rule not in whole)
