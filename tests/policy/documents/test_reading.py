"""Policy files: what a person wrote is read, or the error names the line."""

from __future__ import annotations

from datetime import time

import pytest

from handrail.errors import PolicyError
from handrail.policy import PolicyDocument
from handrail.policy.documents.reading import read_policy

WHOLE = """\
version: 1
name: Back office
mode: strict
domains:
  allow: ["*.crm.example"]
  deny: [files.crm.example]
  third_party: block
actions: {upload: block, download: ask}
keys: {Control+Shift+Delete: block}
clipboard: ask
categories:
  financial: ask unless named
risk: {ask_from: medium, block_from: never, sure_from: 0.95}
amounts:
  - {at_most: 500, currency: EUR}
times:
  - days: [mon, tue]
    from: 08:00
    to: 18:30
    timezone: Europe/Berlin
limits:
  - {at_most: 50, per: day, of: effects}
approvals:
  destructive:
    quorum: 2
    four_eyes: true
    timeout: 30m
    escalate: [{after: 2h, to: lead}]
lower_layers_may: [mode]
"""


def test_a_whole_policy_is_read() -> None:
    policy = read_policy(WHOLE, "policy.yaml")
    assert policy.mode == "strict"
    assert policy.categories == {"financial": "ask unless named"}
    assert f"{policy.times[0].start:%H:%M}-{policy.times[0].end:%H:%M}" == "08:00-18:30"
    need = policy.approvals["destructive"]
    assert (need.timeout, need.escalate[0].after) == (1800, 7200)


def test_an_empty_file_says_nothing() -> None:
    assert read_policy("# later\n", "policy.yaml").mode is None


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("mode: loose\n", "policy.yaml:1", "a mode is one of disabled, permissive, standard"),
        ("name: x\nmood: strict\n", "policy.yaml:2", "'mood': there is no such setting"),
        ("domains:\n  allow: [a]\n  dney: [b]\n", "policy.yaml:3", "'domains.dney'"),
        ("limits:\n  - at_most: 5\n  - at_most: many\n", "policy.yaml:3", "'limits.1.at_most'"),
        ("limits:\n  - per: day\n", "policy.yaml:2", "'limits.0.at_most'"),
        ("times:\n  - from: '8'\n    to: '9'\n    timezone: Mars/Base\n", "policy.yaml:", "Mars/Base"),
        ("categories:\n  destrutive: ask\n", "policy.yaml:2", "destrutive"),
        ("mode: [strict\n", "policy.yaml:2", "not YAML"),
        ("mode:\tstrict\n  x: 1\n", "policy.yaml:", "not YAML"),
        ("- mode\n", "policy.yaml:1", "list of settings"),
        ("mode: strict\nname: x\nmode: permissive\n", "policy.yaml:3", "'mode' stands here a second time"),
        ("times:\n  - {from: '08:00', to: '25:00'}\n", "policy.yaml:2", "times.0.to"),
        (
            "times:\n  - {from: 06:00, to: 07:00}\n  - {from: 08:00, to: 08:00}\n",
            "policy.yaml:3",
            "never be open",
        ),
        ("times:\n  - {days: [], from: 08:00, to: 09:00}\n", "policy.yaml:2", "it is on no day"),
        ("times:\n  - {from: 24:00, to: 06:00}\n", "policy.yaml:2", "write 00:00"),
        ("domains:\n  deny: ['https://hr.example/']\n", "policy.yaml:2", "is not a host"),
        ("domains: {allow: ['crm.*']}\n", "policy.yaml:1", "is not a host"),
        ("times:\n  - {from: 8, to: 09:00}\n", "policy.yaml:2", "write it as 08:00"),
        ("times:\n  - {from: '08:00+02:00', to: 09:00}\n", "policy.yaml:2", "said by `timezone`"),
        ("amounts:\n  - {at_most: yes}\n", "policy.yaml:2", "'amounts.0.at_most'"),
        ("amounts:\n  - {at_most: 5:00}\n", "policy.yaml:2", "'amounts.0.at_most'"),
        ("limits:\n  - {at_most: on}\n", "policy.yaml:2", "'limits.0.at_most'"),
        ("approvals:\n  financial: {quorum: yes}\n", "policy.yaml:2", "quorum"),
        ("approvals:\n  financial: {timeout: yes}\n", "policy.yaml:2", "timeout"),
        ("approvals:\n  financial: {timeout: .inf}\n", "policy.yaml:2", "timeout"),
        ("risk: {sure_from: yes}\n", "policy.yaml:1", "sure_from"),
        *(
            (f"keys:\n  '{keys}': block\n", "policy.yaml:2", "a key is missing")
            for keys in ("Ctrl+", "+Ctrl", "Ctrl++A", "Ctrl+++", "")
        ),
        ("keys:\n  Contrl+Delete: block\n", "policy.yaml:2", "there is no key 'contrl'"),
        (
            "approvals:\n  financial: {timeout: 1h, on_timeout: deny, escalate: [{after: 2h, to: ben}]}\n",
            "policy.yaml:2",
            "the time for an answer is over after 1h",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, place: str, said: str) -> None:
    with pytest.raises(PolicyError) as raised:
        read_policy(text, "policy.yaml")
    assert str(raised.value).startswith(place)
    assert said in str(raised.value)


def test_hosts_and_keys_are_understood_as_people_write_them() -> None:
    hosts = [
        "crm.example",
        "*.crm.example",
        "crm.example:8443",
        "127.0.0.1:8000",
        "[::1]:8000",
        "bücher.example",
        "file",
    ]
    keys = ["Ctrl+Shift+Del", "ControlOrMeta+s", "F5", "Control++", "Alt+ArrowLeft", "KeyA", "Esc", " ", "ß"]
    written = {"domains": {"deny": hosts}, "keys": dict.fromkeys(keys, "block")}
    policy = PolicyDocument.model_validate(written)
    assert policy.domains.deny == tuple(hosts)
    assert list(policy.keys) == keys


def test_truths_and_numbers_are_read_as_people_write_them() -> None:
    read = read_policy(
        "name: on\namounts: [{at_most: 0500}]\napprovals: {financial: {four_eyes: Yes, quorum: 02}}\n"
        "times: [{from: 8:30, to: 18:00}]\n",
        "policy.yaml",
    )
    need, window = read.approvals["financial"], read.times[0]
    assert (read.name, str(read.amounts[0].at_most)) == ("on", "500")
    assert (need.four_eyes, need.quorum) == (True, 2)
    assert (window.start, window.end) == (time(8, 30), time(18))


def test_yaml_can_make_nothing_but_values() -> None:
    with pytest.raises(PolicyError):
        read_policy("mode: !!python/object/apply:os.system ['true']\n", "policy.yaml")


ALIASES = "a: &a0 [x, x]\n" + "".join(f"b{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
MERGES = "a: &a0 {x: y}\n" + "".join(f"b{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 40))


@pytest.mark.parametrize("text", [ALIASES, MERGES], ids=["lists", "merges"])
def test_a_few_lines_that_stand_for_a_billion_are_refused(text: str) -> None:
    with pytest.raises(PolicyError, match="stand for too much"):
        read_policy(text, "policy.yaml")
    assert read_policy("categories: {financial: &one ask, sharing: *one}", "p").categories["sharing"] == "ask"
