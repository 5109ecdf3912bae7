"""The gate's decision: each rule of the policy, what outweighs what, and what a person's word may waive."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from handrail.policy import Policy, Proposal, RememberedRule, Verdict, judge
from handrail.policy.documents.document import PolicyDocument
from handrail.policy.rules.layers import Layer, layered
from handrail.policy.rules.remembered import rule_for
from tests.policy.builders import HOST, button, field, link, proposal

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)  # a Wednesday


def policy(mode: str = "standard", **document: Any) -> Policy:
    written = PolicyDocument.model_validate({"mode": mode, **document})
    return layered([Layer("organisation", written)], domains=(HOST,))


def judged(what: Proposal, **document: Any) -> Verdict:
    return judge(what, policy(**document))


DELETE = button("Delete account")
SAVE = button("Save")
PAY = button("Pay now", leads={"money": ["1.250,00 €"]})
NAMED_DELETE = proposal(DELETE, named=True, granted=("destructive",), now=NOON)


@pytest.mark.parametrize(
    ("mode", "unnamed", "named"),
    [
        ("disabled", "allow", "allow"),
        ("permissive", "ask", "allow"),
        ("standard", "ask", "allow"),
        ("strict", "ask", "ask"),
        ("paranoid", "block", "ask"),
    ],
)
def test_each_mode_has_its_own_answer_to_a_deletion(mode: str, unnamed: str, named: str) -> None:
    assert judged(proposal(DELETE), mode=mode).decision == unnamed
    assert judged(NAMED_DELETE, mode=mode).decision == named


@pytest.mark.parametrize("mode", ["disabled", "permissive", "standard", "strict"])
def test_saving_is_allowed_in_every_mode_but_the_last(mode: str) -> None:
    assert judged(proposal(SAVE, named=True), mode=mode).decision == "allow"


def test_paranoid_does_only_what_the_sop_names_and_asks_for_every_effect() -> None:
    assert judged(proposal(SAVE), mode="paranoid").decision == "block"
    assert judged(proposal(SAVE, named=True), mode="paranoid").decision == "ask"
    fill = proposal(field("Name"), kind="fill", effect="repeatable", named=True)
    assert judged(fill, mode="paranoid").decision == "allow"


def test_the_verdict_says_the_rule_the_reason_the_category_and_the_risk() -> None:
    verdict = judged(proposal(DELETE))
    assert verdict.rule == "categories.destructive"
    assert verdict.reason == "it is destructive (it says 'Delete account'), and no step of the SOP names it"
    assert verdict.categories == ("destructive",)
    assert verdict.risk == "high"
    assert any("destructive" in factor for factor in verdict.factors)


def test_what_the_page_adds_to_the_sops_words_was_not_granted() -> None:
    changed = button("Save", form={"method": "post", "action": f"https://{HOST}/users/3/delete"})
    verdict = judged(proposal(changed, named=True))
    assert verdict.decision == "ask"
    assert "the SOP says nothing of that in this step" in verdict.reason


def test_a_granted_deletion_may_say_that_it_is_final() -> None:
    final = button("Delete", leads={"dialog": "Delete the contact? This cannot be undone."})
    granted = proposal(final, named=True, granted=("destructive",))
    assert judged(granted).decision == "allow"
    assert judged(proposal(final, named=True)).decision == "ask"


def test_a_healed_element_counts_as_named_when_it_was_found_surely_or_by_a_person() -> None:
    healed = NAMED_DELETE.model_copy(update={"rung": "candidates", "confidence": 0.95})
    doubtful = healed.model_copy(update={"confidence": 0.7})
    assert judged(healed).decision == "allow"
    assert judged(doubtful).decision == "ask"
    assert judged(doubtful.model_copy(update={"chosen_by": "ana"})).decision == "allow"


def test_what_a_model_found_is_never_named() -> None:
    for rung in ("explore", "vision"):
        verdict = judged(NAMED_DELETE.model_copy(update={"rung": rung}))
        assert (verdict.decision, verdict.rule) == ("block", "explore.once")


def test_paying_is_asked_for_where_no_step_names_it_or_the_policy_wants_it() -> None:
    pay = proposal(PAY, named=True, granted=("financial",))
    assert judged(pay).decision == "allow"
    assert judged(pay, categories={"financial": "ask"}).decision == "ask"
    assert judged(pay.model_copy(update={"named": False})).decision == "ask"
    assert judged(pay.model_copy(update={"granted": ()})).decision == "ask"
    assert judged(pay.model_copy(update={"named": False}), categories={"financial": "allow"}).rule == "risk"


@pytest.mark.parametrize(
    ("money", "limit", "decision"),
    [
        (["1.250,00 €"], {"at_most": 2000}, "allow"),
        (["1.250,00 €"], {"at_most": 2000, "currency": "EUR"}, "allow"),
        (["1.250,00 €"], {"at_most": 1000}, "ask"),
        (["12 €", "1.250,00 €"], {"at_most": 1000}, "ask"),
        (["1.250,00 €"], {"at_most": 1000, "over": "block"}, "block"),
        (["$1,250.00"], {"at_most": 2000, "currency": "EUR"}, "ask"),
        (["1,000 JPY", "900 EUR"], {"at_most": 2000, "currency": "JPY"}, "ask"),
        (["500 €", "500.001,250.00 €"], {"at_most": 1000}, "ask"),
        (["400 KWD", "1 EUR"], {"at_most": 500, "currency": "EUR"}, "ask"),
        (["400 ¤"], {"at_most": 500, "currency": "EUR"}, "ask"),
        (["400 kr"], {"at_most": 500, "currency": "SEK"}, "allow"),
        (["400 kr"], {"at_most": 500, "currency": "JPY"}, "ask"),
        ([], {"at_most": 2000}, "ask"),
    ],
)
def test_the_amount_on_the_page_is_held_to_the_limit(
    money: list[str], limit: dict[str, Any], decision: str
) -> None:
    pay = proposal(button("Pay now", leads={"money": money}), named=True, granted=("financial",))
    verdict = judged(pay, categories={"financial": "ask unless named"}, amounts=[limit])
    assert verdict.decision == decision


def test_outside_of_the_times_no_effect_happens() -> None:
    office = [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "08:00", "to": "18:00"}]
    save = proposal(SAVE, named=True, now=NOON)
    assert judged(save, times=office).decision == "allow"
    assert judged(save.model_copy(update={"now": NOON.replace(hour=20)}), times=office).decision == "block"
    assert judged(save.model_copy(update={"now": NOON.replace(day=21)}), times=office).decision == "block"
    assert judged(save.model_copy(update={"now": None}), times=office).decision == "block"
    reading = proposal(link("Contacts", f"https://{HOST}/contacts"), effect="none", now=NOON.replace(hour=20))
    assert judged(reading, times=office).decision == "allow"


def test_a_reached_limit_stops_what_it_counts() -> None:
    limits = [{"at_most": 50, "per": "day", "of": "effects"}]
    save = proposal(SAVE, named=True, counts={"50 effects a day in this SOP": 50})
    verdict = judged(save, limits=limits)
    assert (verdict.decision, verdict.rule) == ("block", "limits")
    assert verdict.reason == "the limit of 50 effects a day in this SOP is reached"
    assert judged(save.model_copy(update={"counts": {}}), limits=limits).decision == "allow"
    fill = proposal(field("Name"), kind="fill", effect="repeatable", counts=save.counts)
    assert judged(fill, limits=limits).decision == "allow"


def test_a_required_approval_is_asked_for_whatever_else_is_allowed() -> None:
    need = {"destructive": {"four_eyes": True, "quorum": 2, "role": "approver"}}
    verdict = judged(NAMED_DELETE, mode="permissive", approvals=need)
    assert (verdict.decision, verdict.rule) == ("ask", "approvals.destructive")
    assert verdict.need is not None
    assert (verdict.need.quorum, verdict.need.four_eyes) == (2, True)


def test_an_approval_that_a_layer_below_demands_opens_nothing_that_is_blocked() -> None:
    block = Layer("organisation", PolicyDocument.model_validate({"categories": {"destructive": "block"}}))
    need = Layer("session", PolicyDocument.model_validate({"approvals": {"destructive": {}}}))
    layers = layered([block, need]).model_copy(update={"domains": (HOST,)})
    assert judge(NAMED_DELETE, layers).rule == "categories.destructive"


def test_what_no_step_names_is_never_freer_than_what_one_names() -> None:
    risk = {"ask_from": "never", "ask_named_from": "low"}
    for named in (True, False):
        verdict = judged(proposal(button("Save"), named=named), risk=risk)
        assert (verdict.decision, verdict.rule) == ("ask", "risk")


def test_what_is_of_two_categories_is_approved_as_both_of_them_need() -> None:
    both = proposal(
        button("Delete the invoice and refund it"), named=True, granted=("destructive", "financial")
    )

    def needs(destructive: dict[str, Any], financial: dict[str, Any]) -> list[tuple[str | None, int, bool]]:
        verdict = judged(both, approvals={"destructive": destructive, "financial": financial})
        assert verdict.decision == "ask" and verdict.need is not None
        return [(one.role, one.quorum, one.four_eyes) for one in (verdict.need, *verdict.further_needs)]

    assert needs({"four_eyes": True}, {"quorum": 2}) == [(None, 2, True)]
    assert needs({"role": "finance", "four_eyes": True}, {"quorum": 2}) == [("finance", 2, True)]
    assert needs({"role": "dpo", "four_eyes": True}, {"role": "finance", "quorum": 2}) == [
        ("finance", 2, False),
        ("dpo", 1, True),
    ]


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ({"actions": {"upload": "block"}}, proposal(field("File"), kind="upload", named=True)),
        ({"keys": {"Control+Shift+Delete": "block"}}, proposal(kind="press", keys="Shift+Control+Delete")),
        ({"keys": {"Ctrl+Shift+Del": "block"}}, proposal(kind="press", keys="ControlOrMeta+Shift+Delete")),
        ({"clipboard": "block"}, proposal(field("Note"), kind="paste", named=True)),
        ({"clipboard": "block"}, proposal(field("Note"), kind="press", keys="ControlOrMeta+V", named=True)),
        ({"clipboard": "block"}, proposal(field("Note"), kind="press", keys="Shift+Insert", named=True)),
        ({"categories": {"destructive": "block"}}, NAMED_DELETE),
    ],
)
def test_what_the_policy_blocks_is_blocked(document: dict[str, Any], what: Proposal) -> None:
    assert judged(what, **document).decision == "block"


def test_the_risk_that_the_policy_blocks_is_blocked() -> None:
    assert judged(NAMED_DELETE, risk={"block_from": "medium"}).rule == "risk"


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("https://ads.app.example/x", "domains.deny"),
        ("https://ads.app.example:8443/x", "domains.deny"),
        ("https://shop.app.example/x", "domains.allow"),
    ],
)
def test_lists_of_domains_hold_beside_the_sops_own(url: str, rule: str) -> None:
    document = PolicyDocument.model_validate(
        {"domains": {"allow": ["app.example", "ads.app.example"], "deny": ["ads.app.example"]}}
    )
    rules = layered(
        [Layer("organisation", document)], domains=(HOST, "*.app.example", "ads.app.example:8443")
    )
    verdict = judge(proposal(SAVE, leads_to=url), rules)
    assert (verdict.decision, verdict.rule) == ("block", rule)


@pytest.mark.parametrize(
    "host", ["10.0.0.5", "10.0.0.5:81", "[::ffff:10.0.0.5]", "[::ffff:a00:5]:81", "[::FFFF:A00:5]"]
)
def test_a_numeric_address_is_denied_in_each_way_to_write_it(host: str) -> None:
    document = PolicyDocument.model_validate({"domains": {"deny": ["10.0.0.5"]}})
    rules = layered([Layer("organisation", document)], domains=(HOST, host))
    verdict = judge(proposal(SAVE, leads_to=f"http://{host}/x"), rules)
    assert (verdict.decision, verdict.rule) == ("block", "domains.deny")


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("app.examp1e", "only looks like 'app.example'"),
        ("аpp.example", "only looks like 'app.example'"),  # Cyrillic а
        ("аpp.example".encode("idna").decode(), "('аpp.example')"),
        ("app.example.evil.test", "only looks like 'app.example'"),
        ("app-example.evil.test", "only looks like 'app.example'"),
        ("appp.example", "only looks like 'app.example'"),
        ("other.test", "is not among the SOP's domains"),
    ],
)
def test_a_host_that_looks_like_the_sops_own_is_blocked_and_told_apart(host: str, said: str) -> None:
    verdict = judge(proposal(SAVE, leads_to=f"https://{host}/"), policy())
    assert verdict.decision == "block"
    assert said in verdict.reason


@pytest.mark.parametrize("host", [f"{HOST}:8443", "[::1]:8443"])
def test_another_port_of_the_sops_own_host_is_blocked_and_no_look_alike(host: str) -> None:
    rules = layered([], domains=(HOST, "[::1]:8000"))
    verdict = judge(proposal(SAVE, leads_to=f"https://{host}/"), rules)
    assert verdict.decision == "block"
    assert "looks like" not in verdict.reason


def test_an_international_host_is_the_same_in_both_spellings() -> None:
    rules = layered([], domains=("bücher.example",))
    assert (
        judge(proposal(SAVE, page_url="https://xn--bcher-kva.example/", named=True), rules).decision
        == "allow"
    )


def test_a_link_whose_text_claims_another_address_is_asked_for() -> None:
    claims = link("www.bank.example/login", f"https://{HOST}/phish")
    verdict = judge(proposal(claims, leads_to=claims.href, effect="none", named=True), policy())
    assert (verdict.decision, verdict.rule) == ("ask", "link")
    honest = link(f"www.{HOST}", f"https://{HOST}/")
    assert judge(proposal(honest, leads_to=honest.href, effect="none"), policy()).decision == "allow"
    report = link("report.pdf", f"https://{HOST}/files/7")
    assert judge(proposal(report, leads_to=report.href, effect="none"), policy()).decision == "allow"


def rule(**facts: Any) -> RememberedRule:
    given: dict[str, Any] = {
        "id": "r1", "sop": "demo", "host": HOST, "kind": "click", "role": "button", "name": "Delete account",
        "categories": ("destructive",), "risk": "high", "by": "ana", "at": "2026-11-18T10:00:00Z",
        "until": "2026-12-18T10:00:00+00:00",
    }  # fmt: skip
    return RememberedRule(**{**given, **facts})


def remembering(**facts: Any) -> Policy:
    return policy().model_copy(update={"remembered": (rule(**facts),)})


ASKED = proposal(DELETE, now=NOON)


def test_a_remembered_decision_answers_what_it_was_made_for() -> None:
    verdict = judge(ASKED, remembering())
    assert (verdict.decision, verdict.rule) == ("allow", "remembered:r1")
    assert verdict.reason == "ana said: always allow click 'Delete account' in the SOP 'demo' on app.example"


@pytest.mark.parametrize(
    "other",
    [
        {"sop": "another"},
        {"host": "elsewhere.example"},
        {"kind": "press"},
        {"name": "Delete project"},
        {"role": "link"},
        {"categories": ()},
        {"risk": "medium"},
        {"until": "2026-11-18T11:00:00+00:00"},
    ],
    ids=lambda facts: next(iter(facts)),
)
def test_it_never_answers_for_anything_else_or_for_more(other: dict[str, Any]) -> None:
    assert judge(ASKED, remembering(**other)).decision == "ask"


ASKS: dict[str, Any] = {"actions": {"select": "ask", "press": "ask", "request": "ask", "click": "ask"}}
ROLE = field("Role", tag="select", role="combobox")
DIALOG = {"dialog": "Delete the draft 7?"}


@pytest.mark.parametrize(
    ("seen", "another", "record"),
    [
        (
            proposal(ROLE, kind="select", values=("Viewer",)),
            proposal(ROLE, kind="select", values=("Owner",)),
            proposal(ROLE, kind="select", values=("Viewer",), page_url=f"https://{HOST}/users/4"),
        ),
        (
            proposal(field("Name"), kind="press", keys="Control+S"),
            proposal(field("Name"), kind="press", keys="Control+Enter"),
            proposal(field("Name"), kind="press", keys="Ctrl+s"),
        ),
        (
            proposal(kind="request", method="POST", leads_to=f"https://{HOST}/invoices/3/remind"),
            proposal(kind="request", method="POST", leads_to=f"https://{HOST}/orders/3/remind"),
            proposal(kind="request", method="POST", leads_to=f"https://{HOST}/invoices/41/remind"),
        ),
        (
            proposal(link("Archive", f"https://{HOST}/mails/3/archive")),
            proposal(link("Archive", f"https://{HOST}/projects/3/archive")),
            proposal(link("Archive", f"https://{HOST}/mails/4b/archive")),
        ),
        (
            proposal(button("OK", leads=DIALOG)),
            proposal(button("OK", leads={"dialog": "Delete the account 7?"})),
            proposal(button("OK", leads={"dialog": "Delete the draft 81?"})),
        ),
    ],
    ids=["value", "keys", "address of a request", "where it leads", "question"],
)
def test_nor_for_what_nobody_saw_and_for_another_record_still(
    seen: Proposal, another: Proposal, record: Proposal
) -> None:
    asking = policy(**ASKS)
    seen, another, record = (one.model_copy(update={"now": NOON}) for one in (seen, another, record))
    verdict = judge(seen, asking)
    assert verdict.decision == "ask"
    kept = rule_for(seen, verdict, id="r1", by="ana")
    remembering = asking.model_copy(update={"remembered": (kept,)})
    assert judge(seen, remembering).decision == judge(record, remembering).decision == "allow"
    assert judge(another, remembering).decision == "ask"


def paying(*sums: str) -> Proposal:
    return proposal(button("Pay", leads={"money": sums}), now=NOON)


@pytest.mark.parametrize(
    ("seen", "now", "decision"),
    [
        ("10.00 EUR", "10.00 EUR", "allow"),
        ("10.00 EUR", "9.50 EUR", "allow"),
        ("10.00 EUR", "10.01 EUR", "ask"),
        ("10.00 EUR", "9,900.00 EUR", "ask"),
        ("10.00 EUR", "10.00 USD", "ask"),
        ("10.00 EUR", "10.00", "ask"),
        ("10.00 EUR", "", "ask"),
        ("", "10.00 EUR", "ask"),
        ("", "", "allow"),
        ("0.125 BTC", "0.125 BTC", "allow"),
    ],
)
def test_a_rule_for_a_payment_covers_no_larger_sum(seen: str, now: str, decision: str) -> None:
    asking = policy(categories={"financial": "ask"})
    before, after = (paying(*filter(None, [text])) for text in (seen, now))
    verdict = judge(before, asking)
    assert verdict.decision == "ask" and verdict.rememberable
    kept = rule_for(before, verdict, id="r1", by="ana")
    assert judge(after, asking.model_copy(update={"remembered": (kept,)})).decision == decision
    assert ("of at most 10.00 EUR in the SOP" in kept.words) == (seen == "10.00 EUR")


def test_a_rule_says_what_it_is_for() -> None:
    chosen = proposal(ROLE, kind="select", values=("Viewer",), now=NOON)
    kept = rule_for(chosen, judge(chosen, policy(**ASKS)), id="r1", by="ana")
    assert kept.words == "always allow select 'Role' with 'Viewer' in the SOP 'demo' on app.example"
    sent = proposal(kind="request", method="POST", leads_to=f"https://{HOST}/mails/3/seen", now=NOON)
    kept = rule_for(sent, judge(sent, policy(**ASKS)), id="r1", by="ana")
    assert kept.words == "always allow request POST /mails/#/seen in the SOP 'demo' on app.example"


def test_it_answers_no_required_approval_and_no_limit() -> None:
    needy = policy(approvals={"destructive": {}}).model_copy(update={"remembered": (rule(),)})
    assert judge(ASKED, needy).decision == "ask"
    counted = policy(limits=[{"at_most": 0}]).model_copy(update={"remembered": (rule(),)})
    assert judge(ASKED, counted).decision == "block"


def test_a_remembered_no_blocks() -> None:
    assert judge(ASKED, remembering(decision="block")).decision == "block"


def test_every_step_is_asked_for_even_where_a_rule_is_remembered() -> None:
    stepping = remembering().model_copy(update={"ask_every_step": True})
    assert judge(ASKED, stepping).rule == "step"


def test_the_domains_hold_even_where_the_policy_is_disabled() -> None:
    assert judge(proposal(SAVE, leads_to="https://evil.test/"), policy("disabled")).decision == "block"


def test_strict_asks_for_any_effect_that_nobody_named_whatever_its_words() -> None:
    strict = layered([Layer("session", PolicyDocument(mode="strict"))], domains=(HOST,))
    doubtful = proposal(button("Percolate"), rung="candidates", confidence=0.8, named=True)
    assert judge(doubtful, strict).decision == "ask"
    assert judge(doubtful.model_copy(update={"effect": "none"}), strict).decision == "allow"
    assert judge(doubtful.model_copy(update={"rung": "exact", "confidence": 1.0}), strict).decision == "allow"
    standard = layered([], domains=(HOST,))
    assert judge(doubtful, standard).decision == "allow"
