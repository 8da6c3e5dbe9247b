"""Hypothesis strategies for entries, lines and whole sessions that keep every rule, and for damage to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from toolwire.transcript import (
    AssistantMessage,
    Compaction,
    Context,
    Cost,
    Diagnostic,
    Entry,
    ImageBlock,
    Lifecycle,
    PlanMode,
    ProtocolOptions,
    RequestAttachment,
    RequestHeader,
    RequestOptions,
    TextBlock,
    ThinkingBlock,
    ToolCall,
    ToolCallBlock,
    ToolChoice,
    ToolDefinition,
    ToolOutcome,
    ToolResultMessage,
    Usage,
    UserMessage,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.sampled_from(["read", "write", "grep"])
WORDS = TEXTS.filter(bool)
INTEGERS = st.integers(-(2**63), 2**63 - 1)
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
FREE = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(TEXTS, FREE, max_size=3)
TIMES = st.builds(
    "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{}".format,
    st.integers(2, 9999),
    st.integers(1, 12),
    st.integers(1, 28),
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(0, 59),
    st.sampled_from(["", ".1", ".000", ".123456789"]),
    st.sampled_from(["Z", "+00:00", "-23:59", "+05:30"]),
)

_TEXT = st.builds(TextBlock, TEXTS, TEXTS)
_IMAGE = st.builds(ImageBlock, TEXTS, TEXTS)
_THINKING = st.builds(ThinkingBlock, TEXTS, TEXTS, st.booleans())
_COST = st.builds(Cost, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
_USAGE = st.builds(Usage, INTEGERS, st.booleans(), INTEGERS, INTEGERS, INTEGERS, INTEGERS, _COST)
_DIAGNOSTIC = st.builds(Diagnostic, TEXTS, INTEGERS, TEXTS) | st.builds(Diagnostic, details=ARGUMENTS)
_PARTS = st.lists(_TEXT | _IMAGE, max_size=3).map(tuple)


@st.composite
def assistants(draw: st.DrawFn, calls: tuple[ToolCallBlock, ...] = ()) -> AssistantMessage:
    """A message of the assistant with these calls among its blocks."""
    blocks = (*draw(st.lists(_TEXT | _THINKING, max_size=2)), *calls)
    texts = [draw(TEXTS) for _ in range(8)]
    diagnostics = tuple(draw(st.lists(_DIAGNOSTIC, max_size=2)))
    return AssistantMessage(blocks, *texts[:6], draw(_USAGE), *texts[6:], diagnostics, draw(INTEGERS))


def calls(first: int) -> st.SearchStrategy[tuple[ToolCallBlock, ...]]:
    """A few calls with ids from this number on."""
    one = st.tuples(NAMES, ARGUMENTS, TEXTS)
    return st.lists(one, min_size=1, max_size=3).map(
        lambda found: tuple(ToolCallBlock(f"call_{first + n}", *call) for n, call in enumerate(found))
    )


CONTEXTS = st.builds(
    Context,
    attachment_id=WORDS,
    epoch=st.integers(1, 2**64 - 1),
    kind=WORDS,
    placement=WORDS,
    path=TEXTS,
    revision=WORDS,
    rendered=WORDS,
)
_FILES = st.lists(TEXTS, max_size=2).map(tuple)
COMPACTIONS = st.builds(
    Compaction, WORDS, WORDS, INTEGERS, INTEGERS, _FILES, _FILES, TEXTS, TEXTS, TEXTS, TEXTS, _USAGE, TIMES
)
OUTCOMES = st.builds(ToolOutcome, WORDS, WORDS, TEXTS, INTEGERS, TEXTS, FREE) | st.builds(ToolOutcome, WORDS, WORDS)
_CHOICE = st.builds(ToolChoice, st.sampled_from(["auto", "none"])) | st.just(ToolChoice(name="tool_0"))
_OPTIONS = (
    st.builds(RequestOptions)
    | st.builds(RequestOptions, NUMBERS, st.integers(0, 2**63 - 1))
    | st.builds(
        RequestOptions,
        protocol_options=st.builds(ProtocolOptions, st.sampled_from(["", "omitted"]), _CHOICE)
        | st.just(ProtocolOptions()),
    )
)


@st.composite
def requests(draw: st.DrawFn, seq: int) -> RequestHeader:
    """The header of a request, of an entry with this number."""
    tools = tuple(
        ToolDefinition(f"tool_{n}", draw(TEXTS), draw(FREE), *draw(st.sampled_from([(), (True,), (False,)])))
        for n in range(draw(st.integers(1, 3)))
    )
    attachments = tuple(RequestAttachment(f"attachment_{n}", n) for n in range(draw(st.integers(0, 2))))
    return RequestHeader(
        provider_request_id="request",
        run_id="run",
        turn_id="turn",
        step_id="step",
        provider="acme",
        model="m-1",
        protocol=draw(st.sampled_from(["anthropic-messages", "openai-responses"])),
        thinking_level=draw(st.sampled_from(["", "off", "max"])),
        system_prompt=draw(TEXTS),
        tools=tools,
        options=draw(_OPTIONS),
        input_seq=seq - 1,
        active_compaction_entry_id=draw(TEXTS),
        attachments=attachments,
    )


@st.composite
def entries(draw: st.DrawFn, seq: int | None = None) -> Entry:
    """One entry of any type that keeps the rules of entries."""
    number = draw(st.integers(0, 2**63 - 1)) if seq is None else seq
    lifecycle = {
        f"{unit}/{edge}": st.builds(
            Lifecycle,
            WORDS,
            WORDS if unit != "run" else st.just(""),
            WORDS if unit == "step" else st.just(""),
            st.sampled_from(["completed", "failed", "cancelled", "interrupted"]) if edge == "end" else st.just(""),
            TEXTS if edge == "end" else st.just(""),
        )
        for unit in ("run", "turn", "step")
        for edge in ("start", "end")
    }
    result = st.builds(ToolResultMessage, TEXTS, TEXTS, _PARTS, st.booleans())
    payloads: dict[str, st.SearchStrategy[Any]] = {
        "message": st.builds(UserMessage, _PARTS) | calls(0).flatmap(assistants) | result,
        "tool_call": st.builds(ToolCall, WORDS, WORDS, FREE),
        "tool_outcome": OUTCOMES,
        "context": CONTEXTS,
        "compaction": COMPACTIONS,
        **lifecycle,
        "request/header": requests(number),
        "plan/mode": st.builds(PlanMode, st.booleans()),
    }
    kind = draw(st.sampled_from(sorted(payloads)))
    return Entry(number, draw(WORDS), draw(TIMES), kind, draw(payloads[kind]))


@dataclass(slots=True)
class _Session:
    """What a valid session may go on with: the session rules, written once more."""

    run: int = 0
    turn: int = 0
    step: int = 0
    made: int = 0
    pending: list[ToolCallBlock] = field(default_factory=list[ToolCallBlock])
    dispatched: set[str] = field(default_factory=set[str])
    without_outcome: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    attachments: list[str] = field(default_factory=list[str])
    boundary: str = ""
    headed: bool = False
    seq: int = 0

    def ids(self, unit: str) -> dict[str, str]:
        units = ("run", "turn", "step")[: ("run", "turn", "step").index(unit) + 1]
        return {f"{name}_id": f"{name}_{getattr(self, name)}" for name in units}

    def allowed(self) -> list[str]:
        """The actions that the session rules allow here."""
        actions = ["plan"]
        if self.pending:
            actions += ["result", "result"]
            actions += ["dispatch"] if any(call.id not in self.dispatched for call in self.pending) else []
        else:
            actions += ["compaction"] if self.kept else []
            actions += [["run/start"], ["turn/start", "run/end"], ["step/start", "turn/end", "user"], ["step/end"]][
                bool(self.run) + bool(self.turn) + bool(self.step)
            ]
            actions += ["user", "assistant", "calls"] if self.step else []
        if self.step:
            actions += ["context"]
            actions += [] if self.headed else ["request"]
            actions += ["outcome"] if self.without_outcome else []
        return actions


@st.composite
def sessions(draw: st.DrawFn, max_size: int = 40) -> list[Entry]:
    """A valid session, from its first entry, that ends anywhere."""
    state = _Session()
    found: list[Entry] = []
    for _ in range(draw(st.integers(0, max_size))):
        kind, payload = _act(draw, state, draw(st.sampled_from(state.allowed())))
        entry = Entry(state.seq, f"e{state.seq}", "2026-01-02T03:04:05Z", kind, payload)
        if kind == "message" and not isinstance(payload, ToolResultMessage):
            state.kept.append(entry.id)
        if kind == "compaction":
            state.boundary = entry.id
        found.append(entry)
        state.seq += 1
    return found


def _act(draw: st.DrawFn, state: _Session, action: str) -> tuple[str, Any]:
    state.made += 1
    unit, _, edge = action.partition("/")
    if edge == "start":
        setattr(state, unit, state.made)
        if unit == "step":
            state.headed, state.without_outcome = False, []
        return action, Lifecycle(**state.ids(unit))
    if edge == "end":
        ended = Lifecycle(**state.ids(unit), status=draw(st.sampled_from(["completed", "failed"])))
        setattr(state, unit, 0)
        return action, ended
    match action:
        case "plan":
            return "plan/mode", PlanMode(draw(st.booleans()))
        case "user":
            return "message", UserMessage(draw(_PARTS))
        case "assistant":
            return "message", draw(assistants())
        case "calls":
            made = draw(calls(10 * state.made))
            state.pending = list(made)
            return "message", draw(assistants(made))
        case "dispatch":
            call = draw(st.sampled_from([call for call in state.pending if call.id not in state.dispatched]))
            state.dispatched.add(call.id)
            return "tool_call", ToolCall(call.id, call.name, call.arguments)
        case "result":
            call = state.pending.pop(0)
            state.without_outcome.append(call.id)
            return "message", ToolResultMessage(call.id, call.name, draw(_PARTS), draw(st.booleans()))
        case "outcome":
            call_id = draw(st.sampled_from(state.without_outcome))
            state.without_outcome.remove(call_id)
            return "tool_outcome", ToolOutcome(call_id, draw(WORDS), exit_code=draw(INTEGERS))
        case "context":
            state.attachments.append(f"attachment_{state.made}")
            return "context", Context(
                attachment_id=state.attachments[-1], epoch=1, kind="k", placement="p", revision="r", rendered="text"
            )
        case "compaction":
            return "compaction", Compaction(draw(WORDS), draw(st.sampled_from(state.kept)))
        case _:
            return "request/header", _request(draw, state)


def _request(draw: st.DrawFn, state: _Session) -> RequestHeader:
    from msgspec.structs import replace as with_members

    state.headed = True
    shown = draw(st.lists(st.sampled_from(state.attachments), max_size=2, unique=True)) if state.attachments else []
    return with_members(
        draw(requests(state.seq)),
        provider_request_id=f"request_{state.made}",
        **state.ids("step"),
        active_compaction_entry_id=state.boundary,
        attachments=tuple(RequestAttachment(name, index) for index, name in enumerate(shown)),
    )


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """The bytes of a log after something went wrong."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        end = min(len(content), at + draw(st.integers(0, 60)))
        junk = draw(
            st.sampled_from([b"", b"\0\0", b"\n", b"\xff", b"}", b'"', b"\xef\xbb\xbf", content[at:end], b" \r"])
        )
        content = content[:at] + junk + content[draw(st.sampled_from([at, end])) :]
    return content
