"""A case earns nothing while its twin is wrong, and each level counts what it says."""

from __future__ import annotations

import pytest

from toolwire_conformance import messages
from toolwire_conformance.conclusion import conclude
from toolwire_conformance.score import score

from .corpora import cases, echo, refusal


def scored(loaded, **answers):
    """The score of answers by case id, dashes written as underscores."""
    decoded = {
        name.replace("_", "-"): messages.decode(b'{"id":1,' + members.encode() + b"}")
        for name, members in answers.items()
    }
    return score(loaded.values(), loaded, decoded, {"text-json", "carrier-writer"})


def passed(result):
    return {one.case.id: one.outcome for one in result.cases}


NULL = '"result":null'
REASON = '"refused":{"rule":"text.utf8","phase":"malformed"}'
PAIR = cases(echo("plain"), refusal())


def test_a_right_answer_beside_a_wrong_twin_is_a_failure_and_says_so():
    result = scored(PAIR, plain='"result":"other"', ill_formed=REASON)
    assert passed(result) == {"plain": "fail", "ill-formed": "fail"}
    assert result.cases[1].detail == "right, but earns nothing: its twin plain is not answered right"
    assert result.totals["fail"] == 2


def test_a_positive_without_a_twin_stands_alone():
    assert passed(scored(PAIR, plain='"result":"plain"', ill_formed=NULL)) == {"plain": "pass", "ill-formed": "fail"}


def test_a_twin_counts_by_its_own_answer_not_by_its_outcome():
    chain = cases(echo("a"), echo("b", twin="a"), echo("c", twin="b"))
    result = scored(chain, a='"result":"x"', b='"result":"b"', c='"result":"c"')
    assert passed(result) == {"a": "fail", "b": "fail", "c": "pass"}


def test_levels_count_verdicts_values_and_reasons():
    loaded = cases(
        echo("value"),
        echo("null", expect={"result": None}, twin="value"),
        refusal("bad", twin="value"),
        echo("attack", tags=["adversarial"]),
    )
    perfect = {"value": '"result":"value"', "null": NULL, "bad": REASON, "attack": '"result":"attack"'}
    full = {"L1": (3, 3), "L2": (2, 2), "L3": (1, 1), "L5": (1, 1)}
    assert scored(loaded, **perfect).profiles == {"text-json": full}

    without_reason = scored(loaded, **perfect | {"bad": '"refused":{}'})
    assert without_reason.totals["pass"] == 4
    assert without_reason.profiles["text-json"] == full | {"L3": (0, 1)}

    wrong_reason = scored(loaded, **perfect | {"bad": '"refused":{"rule":"text.bom"}'})
    assert wrong_reason.totals["pass"] == 3
    assert wrong_reason.profiles["text-json"] == full | {"L3": (0, 1)}

    # Another value is the right verdict. Alone it is worth nothing; what it is a twin of keeps its own verdict.
    wrong_value = scored(loaded, **perfect | {"value": '"result":"other"'})
    assert wrong_value.profiles["text-json"] == {"L1": (2, 3), "L2": (0, 2), "L3": (0, 1), "L5": (1, 1)}


def test_a_verdict_beside_a_twin_of_the_same_verdict_is_worth_nothing():
    loaded = cases(echo("a", twin="b"), echo("b", twin="a"))
    assert scored(loaded, a='"result":"x"', b='"result":"x"').profiles["text-json"]["L1"] == (0, 2)
    assert scored(loaded, a='"result":"a"', b='"result":"b"').profiles["text-json"]["L1"] == (2, 2)


def test_true_and_false_are_two_verdicts():
    loaded = cases(echo("yes", expect={"result": True}, twin="no"), echo("no", expect={"result": False}, twin="yes"))
    assert scored(loaded, yes='"result":true', no='"result":true').profiles["text-json"]["L1"] == (0, 2)


def test_writers_count_at_l4_and_nowhere_else():
    loaded = cases(echo("a"), echo("b"), profile="carrier-writer")
    assert scored(loaded, a='"result":"a"', b=NULL).profiles == {"carrier-writer": {"L4": (1, 2)}}


@pytest.mark.parametrize("outcome", ["pass", "fail", "crash", "timeout", "protocol", "unsupported", "not_measured"])
def test_totals_have_every_outcome(outcome):
    assert outcome in score([], {}, {}, []).totals


def test_a_refusal_without_its_reason_passes_and_does_not_count_at_l5():
    loaded = cases(echo("value"), refusal("bad", twin="value", tags=["limits"]))
    bare = scored(loaded, value='"result":"value"', bad='"refused":{}')
    assert bare.totals["pass"] == 2
    assert bare.profiles["text-json"]["L5"] == (0, 1)
    whole = scored(loaded, value='"result":"value"', bad=REASON)
    assert whole.profiles["text-json"]["L5"] == (1, 1)
    # The exit code says what the tally says, also where no case is at home in L3.
    assert [conclude(bare, [], None, level).code for level in (None, "L2", "L5")] == [0, 0, 1]
    assert conclude(whole, [], None, "L5").code == 0
