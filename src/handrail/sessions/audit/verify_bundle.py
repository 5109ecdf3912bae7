#!/usr/bin/env python3
"""Checks a Handrail audit bundle: a stranger can read this file, and needs nothing else of Handrail.

    python verify.py [BUNDLE.zip | FOLDER] [--key FINGERPRINT]…

It needs Python 3.11 and the `cryptography` package. Exit code 0: everything holds. 1: something does not, and
each such thing is printed. 2: the bundle cannot be read, or the command line is wrong.

What is checked: every file against manifest and name, the manifest's signature, every entry's hash and its
link to the one before, every signed checkpoint, every change of the signing key, that each session's
procedure is there, and that values are missing only where the audit log tells that they were erased. Signed
sessions that are not here are named. Whoever makes up a whole bundle signs it with a key of his own: name the
fingerprint that you were given by another way (--key, once for each machine that signed), and only that key
counts, and what it gave its place to.
"""

from __future__ import annotations

import argparse
import base64
import hmac
import json
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256, shake_256
from pathlib import Path
from typing import Any

ZEROS = "0" * 64
MOST_BYTES = 1 << 30
"""Of one file: what unpacks to more is not read."""
PLAIN = frozenset(
    "attempt autonomy by_default calls categories category confidence cost decision dispatched edited effect "
    "handler handrail_version input_tokens kind log millis moment node number of outcome output_tokens pid "
    "policy_mode recorded risk row rule rung seconds seq sop_id sop_version state verdict visit".split()
)
"""Fields of an event that are hashed as they are; every other text and number is hashed under a key."""


class Unreadable(Exception):
    """The bundle is not one."""


class Bundle:
    """The parts of a bundle, from an archive or a folder."""

    def __init__(self, place: Path) -> None:
        self._folder = place if place.is_dir() else None
        try:
            self._archive = None if self._folder else zipfile.ZipFile(place)
        except (OSError, zipfile.BadZipFile) as error:
            raise Unreadable(f"{place}: {error}") from error

    def names(self) -> list[str]:
        if self._archive is not None:
            return self._archive.namelist()
        assert self._folder is not None
        # A link to a folder is one of the things in it: what lies behind it, others would read.
        files = (path for path in self._folder.rglob("*") if path.is_symlink() or not path.is_dir())
        return [path.relative_to(self._folder).as_posix() for path in files]

    def read(self, name: str) -> bytes:
        try:
            if self._archive is not None:
                if self._archive.getinfo(name).file_size > MOST_BYTES:
                    raise Unreadable(f"{name} is larger than any file of a bundle")
                return self._archive.read(name)
            assert self._folder is not None
            return (self._folder / name).read_bytes()
        except (
            KeyError,
            OSError,
            EOFError,
            RuntimeError,
            ValueError,
            zlib.error,
            zipfile.BadZipFile,
        ) as error:
            raise Unreadable(f"{name} is missing in the bundle, or damaged") from error

    def lines(self, name: str) -> list[dict[str, Any]]:
        try:
            return [json.loads(line) for line in self.read(name).decode().split("\n") if line]
        except ValueError as error:
            raise Unreadable(f"{name} is not JSON Lines") from error


def canonical(value: Any) -> str:
    """JSON with sorted keys and no white space."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def is_flat(value: Any) -> bool:
    parts = value if isinstance(value, list) else [value]
    return all(part is None or isinstance(part, str | int | float) for part in parts)


def leaves_of(value: Any) -> Iterator[Any]:
    """The texts and numbers of a value, in the order of its canonical text."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield from leaves_of(value[name])
    elif isinstance(value, list):
        for part in value:
            yield from leaves_of(part)
    elif value is not None and not isinstance(value, bool):
        yield value


def with_digests(value: Any, digests: Iterator[str]) -> Any:
    """The value with a digest for each of its texts and numbers."""
    if isinstance(value, dict):
        return {name: with_digests(value[name], digests) for name in sorted(value)}
    if isinstance(value, list):
        return [with_digests(part, digests) for part in value]
    return value if value is None or isinstance(value, bool) else next(digests)


def keys_of(seal: str, count: int) -> tuple[list[bytes | None], dict[str, str]]:
    """The key of each value, and the digests of those whose keys are gone."""
    if seal.startswith("2:"):
        stream = shake_256(bytes.fromhex(seal[2:])).digest(16 * count)
        return [stream[at : at + 16] for at in range(0, len(stream), 16)], {}
    told = json.loads(seal)
    keys = [None if key is None else bytes.fromhex(key) for key in told["keys"]]
    if len(keys) != count:
        raise ValueError("the seal does not fit")
    return keys, told["gone"]


def entry_hash(entry: dict[str, Any]) -> str:
    """The hash that an entry must carry."""
    event, seal = entry["event"], entry["seal"]
    told = {name: entry[name] for name in ("at", "prev", "seq", "session")}
    if seal == "":
        return sha256(canonical({**told, "event": event}).encode()).hexdigest()
    hidden = {name: value for name, value in event.items() if not (name in PLAIN and is_flat(value))}
    leaves = [leaf for name in sorted(hidden) for leaf in leaves_of(hidden[name])]
    leaves.append(entry["writer"])
    keys, gone = keys_of(seal, len(leaves))
    digests = [
        gone[str(place)]
        if key is None
        else hmac.new(key, json.dumps(leaf, ensure_ascii=False).encode(), "sha256").hexdigest()
        for place, (key, leaf) in enumerate(zip(keys, leaves, strict=True))
    ]
    rest = iter(digests)
    sketch = {
        name: with_digests(event[name], rest) if name in hidden else event[name] for name in sorted(event)
    }
    told |= {"v": 2, "event": sketch, "writer": next(rest)}
    return sha256(canonical(told).encode()).hexdigest()


def witness(entry: dict[str, Any]) -> str:
    """What the log must say of an entry from which values were erased."""
    key = bytes.fromhex(json.loads(entry["seal"])["witness"])
    texts = (entry["at"], entry["prev"], entry["hash"], entry["writer"], canonical(entry["event"]))
    return hmac.new(key, "\n".join(texts).encode(), "sha256").hexdigest()


def is_signed(public: str, signature: str, statement: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public))
        key.verify(base64.b64decode(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True


def statement_of(event: dict[str, Any]) -> bytes:
    return canonical({name: value for name, value in event.items() if name != "signature"}).encode()


class Check:
    """What was found."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self.faults: list[str] = []
        self.entries = 0
        self.checkpoints = 0
        self.publics: dict[str, str] = {}
        self.previous: dict[str, str | None] = {}
        """Signing key → the one that introduced it; none for the first of a machine."""
        self.signer = ""
        """The key that signed the manifest."""
        self.vouched_to = 0
        """Up to this entry of the audit log, checkpoints of earlier versions vouch for removals."""
        self.ends: dict[str, dict[int, str]] = {}
        """Chain → number of an entry → its hash."""

    def fault(self, text: str) -> None:
        self.faults.append(text)

    def run(self) -> None:
        manifest = json.loads(self.bundle.read("manifest.json"))
        log = self.bundle.lines("audit-log.jsonl")
        erased = self._erasures(log)
        self._manifest(manifest)
        self._chain("audit", log, erased)
        self._log(log)
        self._signature()
        for line in manifest["sessions"]:
            name = line["session"]
            entries = self.bundle.lines(f"journals/{name}.jsonl")
            self._chain(name, entries, erased)
            if (len(entries), entries[-1]["hash"] if entries else "") != (line["entries"], line["hash"]):
                self.fault(
                    f"{name}: the manifest tells of {line['entries']} entries that end with {line['hash']}"
                )
            self._files(name, entries, log, manifest["files"])
        self._checkpoints(log)

    def _files(
        self, name: str, entries: list[dict[str, Any]], log: list[dict[str, Any]], there: dict[str, str]
    ) -> None:
        """The procedure, the policy and the table that a session began with, unless they were erased."""
        erased = {file for line in log if line["kind"] == "erased" for file in line["event"].get("files", ())}
        events = (entry["event"] for entry in entries if entry["kind"] == "session_started")
        begun = [event for event in events if isinstance(event, dict)]
        for named in (event.get(field) for event in begun for field in ("sop", "policy", "rows")):
            if not isinstance(named, str) or not named.startswith("sha256:") or named in erased:
                continue
            if named.removeprefix("sha256:").partition(".")[0] not in there.values():
                self.fault(f"{name} began with {named[:23]}…, which is not in the bundle")

    def _manifest(self, manifest: dict[str, Any]) -> None:
        for name, digest in manifest["files"].items():
            if sha256(self.bundle.read(name)).hexdigest() != digest:
                self.fault(f"{name} was changed: it is not what the manifest tells")
            elif name.startswith("files/") and name.removeprefix("files/").partition(".")[0] != digest:
                self.fault(f"{name} is not the file of that name: its content is another")
        known = {*manifest["files"], "manifest.json", "manifest.sig"}
        names = self.bundle.names()
        for name in sorted({*names} - known):
            self.fault(f"{name} is in the bundle, and the manifest does not tell of it")
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            self.fault(f"{name} is in the bundle twice: what others read of it may be the other one")

    def _signature(self) -> None:
        seal = json.loads(self.bundle.read("manifest.sig"))
        public = self.publics.get(seal["key"])
        if public is None or not is_signed(public, seal["signature"], self.bundle.read("manifest.json")):
            self.fault("the manifest is not signed with a key of the audit log")
        self.signer = seal["key"]

    def trust(self, keys: list[str]) -> None:
        """Hold what signed against the keys that somebody knows from elsewhere."""
        heirs, before = set(keys), set(keys)
        for key, previous in self.previous.items():
            if previous in heirs:
                heirs.add(key)
        for key, previous in reversed(self.previous.items()):
            if key in before and previous:
                before.add(previous)
        if self.signer not in heirs:
            self.fault(
                f"the manifest is signed with {self.signer}, which is no key that you named, nor its heir"
            )
        for key in sorted(self.publics.keys() - heirs - before):
            self.fault(f"the key {key} is none that you named, and none of these vouches for it")

    def _erasures(self, log: list[dict[str, Any]]) -> set[tuple[str, int, str]]:
        events = (line["event"] for line in log if line["kind"] == "erased")
        return {(e["session"], one["seq"], one["witness"]) for e in events for one in e.get("entries", ())}

    def _chain(self, name: str, entries: list[dict[str, Any]], erased: set[tuple[str, int, str]]) -> None:
        before = ZEROS
        for number, entry in enumerate(entries, start=1):
            self.entries += 1
            where = f"{name}, entry {entry['seq']}"
            if entry["seq"] != number or entry["session"] != name:
                self.fault(f"{where} stands where entry {number} must stand")
            if entry["prev"] != before:
                self.fault(f"{where} does not continue the entry before it")
            before = entry["hash"]
            try:
                self._content(where, entry, erased)
            except (ValueError, KeyError, TypeError, StopIteration):
                self.fault(f"{where} cannot be read")
        self.ends[name] = {entry["seq"]: entry["hash"] for entry in entries}

    def _content(self, where: str, entry: dict[str, Any], erased: set[tuple[str, int, str]]) -> None:
        seal = entry["seal"]
        missing = seal.startswith("{")
        if missing and (entry["session"], entry["seq"], witness(entry)) not in erased:
            self.fault(f"{where} lacks values, and the audit log tells of no such erasure")
        if entry["event"]["kind"] != entry["kind"]:
            self.fault(f"{where} is filed as another kind")
        if seal.startswith('{"v":1,'):
            # Of the first format; what stays of it is proven by the record of the erasure alone.
            return
        if entry_hash(entry) != entry["hash"]:
            self.fault(f"{where} was changed: its content does not match its hash")

    def _log(self, log: list[dict[str, Any]]) -> None:
        for entry in log:
            event = entry["event"]
            where = f"audit log, entry {entry['seq']}"
            if entry["kind"] == "key_changed":
                previous = event.get("previous")
                by = self.publics.get(previous, "") if previous else event["public"]
                fits = sha256(base64.b64decode(event["public"])).hexdigest()[:16] == event["key"]
                if fits and by and is_signed(by, event["signature"], statement_of(event)):
                    self.publics[event["key"]] = event["public"]
                    self.previous.setdefault(event["key"], previous)
                else:
                    self.fault(f"{where}: the change of the key is not signed as it should be")
            elif entry["kind"] == "heads_signed":
                public = self.publics.get(event["key"], "")
                if not public or not is_signed(public, event["signature"], statement_of(event)):
                    self.fault(f"{where}: the checkpoint's signature is not of the key {event['key']}")
                elif (event["log_seq"], event["log_hash"]) != (entry["seq"] - 1, entry["prev"]):
                    self.fault(f"{where}: the checkpoint was signed behind another entry")
                else:
                    self.checkpoints += 1
                    if "removals" not in event:
                        self.vouched_to = max(self.vouched_to, event["log_seq"])
        first_key = next((entry["seq"] for entry in log if entry["kind"] == "key_changed"), None)
        for entry in log:
            if entry["kind"] in ("erased", "hold_released"):
                self._removal(entry, keyless=first_key is None or entry["seq"] < first_key)

    def _removal(self, entry: dict[str, Any], *, keyless: bool) -> None:
        """A later checkpoint covers whatever stands in the log by then: a removal is signed by itself."""
        event = entry["event"]
        if "signature" not in event:
            good = keyless or entry["seq"] <= self.vouched_to
        else:
            public = self.publics.get(event.get("key", ""), "")
            good = bool(public) and is_signed(public, event["signature"], statement_of(event))
        if not good:
            what = "that values were erased" if entry["kind"] == "erased" else "the release of a hold"
            self.fault(f"audit log, entry {entry['seq']}: {what} is not signed with a key of the log")

    def _checkpoints(self, log: list[dict[str, Any]]) -> None:
        for entry in log:
            for head in entry["event"].get("heads", ()) if entry["kind"] == "heads_signed" else ():
                hashes = self.ends.get(head["session"])
                if hashes is not None and hashes.get(head["seq"]) != head["hash"]:
                    self.fault(f"{head['session']}, entry {head['seq']} is not the one that was signed")

    def elsewhere(self, log: list[dict[str, Any]]) -> list[str]:
        """The sessions that checkpoints tell of, and the bundle does not."""
        heads = [head for entry in log if entry["kind"] == "heads_signed" for head in entry["event"]["heads"]]
        return sorted({head["session"] for head in heads} - self.ends.keys())

    def unsigned(self, log: list[dict[str, Any]]) -> dict[str, int]:
        """Chain → how many of its last entries no checkpoint covers."""
        signed: dict[str, int] = {}
        for entry in log:
            for head in entry["event"].get("heads", ()) if entry["kind"] == "heads_signed" else ():
                signed[head["session"]] = max(signed.get(head["session"], 0), head["seq"])
        ends = {name: max(hashes, default=0) for name, hashes in self.ends.items() if name != "audit"}
        return {name: end - signed.get(name, 0) for name, end in ends.items() if end > signed.get(name, 0)}


def shown(text: str) -> str:
    """The text on one line: names in a bundle may hold signs that steer a terminal."""
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check a Handrail audit bundle.")
    parser.add_argument("bundle", nargs="?", default=Path(__file__).parent, type=Path)
    hint = "the fingerprint of the signing key, as you were told it; once for each machine that signed"
    parser.add_argument("--key", action="append", default=[], help=hint)
    wish = parser.parse_args(arguments)
    try:
        check = Check(Bundle(wish.bundle))
        check.run()
        if wish.key:
            check.trust(wish.key)
        log = check.bundle.lines("audit-log.jsonl")
        late, others = check.unsigned(log), check.elsewhere(log)
    except Unreadable as error:
        print(shown(f"error: {error}"), file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"error: {error.name} is missing; install it: pip install cryptography", file=sys.stderr)
        return 2
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, ArithmeticError) as error:
        print(shown(f"DOES NOT HOLD: the bundle is damaged ({type(error).__name__}: {error})"))
        return 1
    for fault in check.faults:
        print(shown(f"DOES NOT HOLD: {fault}"))
    for name, count in late.items():
        told = f"the last {count} entries of {name} are covered by no checkpoint, only by the manifest"
        print(shown(f"note: {told}"))
    if others:
        some = ", ".join([*others[:5], *(["…"] if len(others) > 5 else [])])
        print(shown(f"note: {len(others)} sessions that were signed are not in this bundle: {some}"))
    for key in check.publics:
        what = "the bundle" if key == check.signer else "checkpoints"
        print(f"key of {what}: {key}" + ("" if wish.key else " (compare it with what you were told)"))
    print(f"{check.entries} entries, {check.checkpoints} signed checkpoints, {len(check.faults)} faults")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
