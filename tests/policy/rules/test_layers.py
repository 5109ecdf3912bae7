"""Layers: a lower one tightens, and loosens only what all above it let it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.policy import CATEGORIES, Policy, PolicyDocument
from handrail.policy.documents.document import HANDLINGS, LEVELS, MODES, Handling, Level
from handrail.policy.rules.layers import Layer, LayerName, layered


def lay(*layers: tuple[LayerName, dict[str, Any]]) -> Policy:
    return layered(Layer(name, PolicyDocument.model_validate(document), name) for name, document in layers)


def test_without_layers_it_is_the_built_in_standard() -> None:
    policy = lay()
    assert policy.mode == "standard"
    assert policy == Policy()


def test_whoever_keeps_the_machine_may_loosen_what_is_built_in() -> None:
    assert lay(("organisation", {"mode": "permissive"})).mode == "permissive"
    assert lay(("session", {"categories": {"financial": "allow"}})).categories["financial"] == "allow"


def test_an_sop_grants_itself_nothing() -> None:
    policy = lay(("SOP", {"mode": "permissive", "categories": {"financial": "allow"}}))
    assert policy.mode == "standard"
    assert policy.categories["financial"] == "ask unless named"
    assert len(policy.notes) == 2
    assert "may not loosen" in policy.notes[0]


def test_a_session_only_tightens_what_an_organisation_says() -> None:
    loose = ("session", {"mode": "permissive", "categories": {"financial": "allow", "sharing": "block"}})
    policy = lay(("organisation", {"mode": "strict"}), loose)  # type: ignore[arg-type]
    assert policy.mode == "strict"
    assert policy.categories["financial"] == "ask"
    assert policy.categories["sharing"] == "block"


def test_an_organisation_may_let_the_layers_below_loosen() -> None:
    organisation = {"mode": "strict", "lower_layers_may": ["mode", "categories"]}
    policy = lay(("organisation", organisation), ("session", {"categories": {"financial": "allow"}}))
    assert policy.categories["financial"] == "allow"
    assert lay(("organisation", organisation), ("session", {"mode": "standard"})).mode == "standard"


def test_a_session_must_be_let_by_the_sop_as_well() -> None:
    organisation = ("organisation", {"lower_layers_may": ["categories"]})
    tight = ("SOP", {"categories": {"destructive": "block"}})
    loose = ("session", {"categories": {"destructive": "allow"}})
    policy = lay(organisation, tight, loose)  # type: ignore[arg-type]
    assert policy.categories["destructive"] == "block"


def test_a_stricter_mode_tightens_and_keeps_what_was_tighter() -> None:
    policy = lay(("organisation", {"categories": {"sharing": "block"}}), ("session", {"mode": "strict"}))
    assert policy.categories["destructive"] == "ask"
    assert policy.categories["sharing"] == "block"
    assert policy.risk.ask_from == "medium"
    assert not policy.third_party


def test_lists_of_domains_add_up() -> None:
    policy = lay(
        ("organisation", {"domains": {"allow": ["*.corp.example"], "deny": ["hr.corp.example"]}}),
        ("session", {"domains": {"allow": ["crm.corp.example"], "deny": ["x.example"]}}),
    )
    assert policy.allow == (("*.corp.example",), ("crm.corp.example",))
    assert policy.deny == ("hr.corp.example", "x.example")


def test_limits_of_all_layers_hold() -> None:
    policy = lay(
        ("organisation", {"limits": [{"at_most": 50}], "amounts": [{"at_most": 1000}]}),
        ("session", {"limits": [{"at_most": 100}], "amounts": [{"at_most": 500}]}),
    )
    assert [limit.at_most for limit in policy.limits] == [50, 100]
    assert [int(limit.at_most) for limit in policy.amounts] == [1000, 500]


def test_a_rule_that_holds_together_with_those_above_is_said_by_all_of_them() -> None:
    """Whoever asks why something was blocked is sent to the file that says so, and not to the lowest one."""
    said = {
        "amounts": [{"at_most": 500, "over": "block"}],
        "keys": {"Control+S": "block"},
        "domains": {"allow": ["crm.test"], "deny": ["hr.crm.test"]},
        "files": {"from": ["/srv"]},
        "approvals": {"financial": {"quorum": 2}},
        "risk": {"ask_from": "low"},
    }
    policy = lay(("organisation", said), ("session", {**said, "keys": {"Control+P": "block"}}))
    both = policy.layers[1:]
    for rule in ("amounts", "keys", "domains.allow", "domains.deny", "files", "approvals.financial", "risk"):
        assert policy.source_of(rule) == " · ".join(both), rule


def test_a_needed_approval_becomes_stronger_never_weaker() -> None:
    policy = lay(
        ("organisation", {"approvals": {"financial": {"quorum": 2}}}),
        ("session", {"approvals": {"financial": {"quorum": 1, "four_eyes": True}}}),
    )
    need = policy.approvals["financial"]
    assert (need.quorum, need.four_eyes) == (2, True)


def test_whom_an_upper_layer_names_stays_and_another_wish_is_told() -> None:
    policy = lay(
        ("organisation", {"approvals": {"financial": {"role": "finance", "timeout": "4h"}}}),
        (
            "session",
            {"approvals": {"financial": {"role": "legal", "timeout": "1h"}, "system": {"role": "it"}}},
        ),
    )
    assert policy.approvals["financial"].role == "finance"
    assert policy.notes == (
        "session: session wants approvals.financial.role: legal, and may not loosen it; finance stays",
        "session: session wants approvals.financial.timeout: 1h, and may not loosen it; 4h stays",
    )


def test_risk_is_tightened_field_by_field() -> None:
    policy = lay(("organisation", {"risk": {"ask_from": "medium"}}), ("SOP", {"risk": {"ask_from": "never"}}))
    assert policy.risk.ask_from == "medium"
    assert any("risk.ask_from" in note for note in policy.notes)
    assert lay(("SOP", {"risk": {"block_from": "high"}})).risk.block_from == "high"


def test_a_looser_mode_takes_nothing_away_that_an_upper_layer_says_by_itself() -> None:
    said: dict[str, Any] = {"financial": "block", "sharing": "ask"}
    upper: dict[str, Any] = {"mode": "strict", "categories": said, "risk": {"block_from": "high"}}
    loose: tuple[LayerName, dict[str, Any]] = ("session", {"mode": "permissive"})
    policy = lay(("organisation", {**upper, "lower_layers_may": ["mode"]}), loose)
    own = lay(loose)
    assert policy.mode == "permissive"
    wanted: dict[Any, Any] = {**own.categories, **said}
    assert policy.categories == wanted
    assert policy.risk.block_from == "high"
    policy = lay(("organisation", {**upper, "lower_layers_may": ["mode", "categories", "risk"]}), loose)
    assert (policy.categories, policy.risk) == (own.categories, own.risk)


_HANDLED = st.sampled_from(HANDLINGS)
_LEVEL = st.sampled_from([None, "never", *LEVELS])
_NEEDS = st.fixed_dictionaries(
    {"quorum": st.integers(1, 3), "four_eyes": st.booleans(), "on_timeout": st.sampled_from(["deny", "wait"])}
)
_DOCUMENTS = st.fixed_dictionaries(
    {
        "mode": st.sampled_from([None, *MODES]),
        "domains": st.fixed_dictionaries(
            {
                "allow": st.sampled_from([None, ["a.test"], ["b.test"]]),
                "deny": st.sampled_from([[], ["c.test"]]),
                "third_party": st.sampled_from([None, "allow", "block"]),
            }
        ),
        "actions": st.dictionaries(st.sampled_from(["upload", "request"]), _HANDLED),
        "keys": st.dictionaries(st.sampled_from(["F5", "Delete"]), _HANDLED),
        "clipboard": st.none() | _HANDLED,
        "categories": st.dictionaries(st.sampled_from(CATEGORIES), _HANDLED),
        "risk": st.fixed_dictionaries(
            {
                "ask_from": _LEVEL,
                "ask_named_from": _LEVEL,
                "block_from": _LEVEL,
                "sure_from": st.sampled_from([None, 0, 0.5, 1]),
            }
        ),
        "amounts": st.sampled_from([[], [{"at_most": 5}], [{"at_most": 500}]]),
        "limits": st.sampled_from([[], [{"at_most": 5}]]),
        "times": st.sampled_from([[], [{"from": "08:00", "to": "18:00"}]]),
        "files": st.sampled_from([{}, {"from": ["/out"]}, {"from": []}]),
        "approvals": st.dictionaries(st.sampled_from(["financial", "destructive"]), _NEEDS),
        "lower_layers_may": st.just([]),
    }
)


def _rank(handling: Handling | None) -> int:
    return HANDLINGS.index(handling or "allow")


def _level(level: Level | None) -> int:
    return len(LEVELS) if level is None else LEVELS.index(level)


@settings(max_examples=120, deadline=None)
@given(upper=_DOCUMENTS, name=st.sampled_from(["SOP", "session"]), lower=_DOCUMENTS)
def test_no_key_of_a_lower_layer_loosens_anything(
    upper: dict[str, Any], name: LayerName, lower: dict[str, Any]
) -> None:
    above, below = lay(("organisation", upper)), lay(("organisation", upper), (name, lower))
    assert MODES.index(below.mode) >= MODES.index(above.mode)
    for field in ("categories", "actions", "keys"):
        before, after = getattr(above, field), getattr(below, field)
        assert all(_rank(after.get(key)) >= _rank(handling) for key, handling in before.items())
    assert _rank(below.clipboard) >= _rank(above.clipboard)
    for field in ("ask_from", "ask_named_from", "block_from"):
        assert _level(getattr(below.risk, field)) <= _level(getattr(above.risk, field))
    assert below.risk.sure_from >= above.risk.sure_from
    assert above.third_party or not below.third_party
    for field in ("allow", "deny", "amounts", "limits", "times", "files"):
        before, after = getattr(above, field), getattr(below, field)
        assert after[: len(before)] == before
    for category, need in above.approvals.items():
        now = below.approvals[category]
        assert now.quorum >= need.quorum and now.four_eyes >= need.four_eyes
        assert need.on_timeout == "wait" or now.on_timeout == "deny"
