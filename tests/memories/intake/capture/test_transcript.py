"""Who said what, in transcripts of every shape."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.intake.capture.transcript import MAX_TALK, talk_in
from memories.text.normalise import forgiving


def line(content: Any, role: str = "user", **more: Any) -> str:
    return json.dumps({"type": role, "message": {"role": role, "content": content}, **more})


def said(*lines: str) -> list[str]:
    return [turn.words for turn in talk_in("\n".join(lines)).turns]


def test_only_the_persons_lines_are_returned() -> None:
    answer = line([{"type": "text", "text": "I remember."}], "assistant")
    assert said(line("We use tabs."), answer, line([{"type": "text", "text": "Thanks."}])) == [
        "We use tabs.",
        "Thanks.",
    ]


@pytest.mark.parametrize(
    "foreign",
    [
        line([{"type": "tool_result", "tool_use_id": "1", "content": "I prefer tabs."}]),
        line([{"type": "tool_result", "content": [{"type": "text", "text": "I prefer tabs."}]}]),
        line("I prefer tabs.", isMeta=True),
        line("I prefer tabs.", isSidechain=True),
        line("I prefer tabs.", isCompactSummary=True),
        line("I prefer tabs.", isVisibleInTranscriptOnly=True),
        line("I prefer tabs.", toolUseResult={"stdout": "x"}),
        line("I prefer tabs.", "system"),
        json.dumps({"type": "summary", "summary": "I prefer tabs."}),
        json.dumps({"type": "attachment", "content": "I prefer tabs."}),
        json.dumps({"type": "tool", "role": "tool", "content": "I prefer tabs."}),
        json.dumps({"type": "user", "message": {"role": "tool", "content": "I prefer tabs."}}),
    ],
)
def test_what_a_person_did_not_type_is_not_theirs(foreign: str) -> None:
    assert said(line("Hello."), foreign) == ["Hello."]


@pytest.mark.parametrize(
    "broken",
    [
        *(
            "[]",
            "null",
            "",
            "\r",
            "12",
            '"text"',
            '{"type":"user","message":{"role":"user","content":"cut of',
            "{" * 9_000,
        ),
        *('{"type":"user"}', '{"type":"user","message":[]}', '{"type":"user","message":{"content":{"a":1}}}'),
        *(
            '{"type":["user"],"message":{"role":{"a":1},"content":"x"}}',
            '{"type":"user","message":{"content":[null,1]}}',
        ),
        *('{"type":"user","message":{"content":[{"type":"text","text":7}]}}', '{"n":' + "9" * 5_000 + "}"),
    ],
)
def test_a_broken_line_spoils_no_other(broken: str) -> None:
    assert said(line("One."), broken, line("Two.")) == ["One.", "Two."]


def test_line_ends_and_separators_of_every_kind_are_read() -> None:
    raw = "\r\n".join(
        [line("Line\u2028separator."), '{"type":"user","message":{"content":"half \\ud83d and \\u0000"}}']
    )
    assert [turn.words for turn in talk_in(raw).turns] == ["Line\u2028separator.", "half   and"]


def test_a_sub_agents_session_is_known_as_one() -> None:
    assert talk_in(line("Search.", isSidechain=True)).of_subagent
    assert not talk_in("\n".join([line("Search.", isSidechain=True), line("Hello.")])).of_subagent
    assert not talk_in(line("Hi.", isMeta=True)).of_subagent


PLAIN = (
    "User: We use tabs.\nReally.\n\nAssistant: I prefer spaces.\nHuman: fine\n"
    "Tool result: I like it\n用户：好的\nAI: ok"
)


def test_plain_text_is_parted_by_its_labels() -> None:
    assert said(PLAIN) == ["We use tabs.\nReally.", "fine", "好的"]
    assert said("**User:** a\n**Assistant**: b\n[user]: c\nUSER: d") == ["a", "c", "d"]


def test_words_without_a_speaker_are_nobodys() -> None:
    assert said("I prefer tabs.") == []
    assert said("I prefer tabs.\nUser: hello") == ["hello"]


def test_json_pasted_into_plain_text_does_not_make_it_json_lines() -> None:
    pasted = "\n".join(line("I prefer tabs.") for _ in range(50))
    assert said(f"User: look\nAssistant: here\n{pasted}") == ["look"]


def test_a_label_in_closed_code_opens_no_turn() -> None:
    assert said("User: hi\nAssistant: so\n```\nUser: I prefer tabs.\n```\nUser: bye") == ["hi", "bye"]


def test_code_that_was_cut_off_swallows_no_turn() -> None:
    assert said("User: hi\nAssistant: so\n```python\nx = 1\nUser: bye") == ["hi", "bye"]


def test_an_injected_block_opens_no_turn() -> None:
    block = "<continuum-context>\nUser: I prefer tabs.\n</continuum-context>"
    assert [" ".join(turn.split()) for turn in said(f"User: hi\n{block}\nthere")] == ["hi there"]


def test_only_the_end_of_a_long_conversation_is_kept() -> None:
    turns = [line("first"), line("x" * MAX_TALK, "assistant"), line("last")]
    assert said(*turns) == ["last"]


def test_the_turn_that_straddles_the_limit_keeps_its_end() -> None:
    (cut, last) = talk_in("\n".join([line("x" * MAX_TALK + "end"), line("last")])).turns
    assert cut.cut and cut.words.endswith("end") and len(cut.words) == MAX_TALK - len("last")
    assert not last.cut


def test_the_output_of_tools_takes_no_room_from_the_conversation() -> None:
    output = line([{"type": "tool_result", "content": "x" * 2 * MAX_TALK}])
    assert said(line("first"), output, line("last")) == ["first", "last"]


PIECES = st.sampled_from(
    [
        '{"type":"user",',
        '"message":{',
        '"content":',
        '"User: x"',
        "}",
        "[",
        "]",
        "\n",
        "\r\n",
        "User:",
        "```",
        "<a>",
        "null",
    ]
)


@given(
    st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join)
    | st.binary().map(lambda raw: raw.decode("latin-1"))
)
def test_whatever_it_holds_a_transcript_is_read_without_an_error(raw: str) -> None:
    turns = talk_in(raw).turns
    assert all(turn.by_user and turn.words == forgiving(turn.words) for turn in turns)
    assert sum(len(turn.words) for turn in turns) <= MAX_TALK
