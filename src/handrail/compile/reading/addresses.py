"""Addresses: what of a URL is the app's own, and what is an id that the server gave."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final
from urllib.parse import parse_qsl, unquote, unquote_plus, urlsplit

from handrail.secrets.forms import MASK

_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_OWN_NUMBERED: Final = re.compile(r"(?:[a-z]+-)*v\d{1,2}|[a-z]+\d{1,2}|\d[a-z]+", re.IGNORECASE)
_KEY: Final = re.compile(r"[A-Z\d]{5,}")
"""As apps make codes for their records (`8JJNLV`): words of their own are in small letters, as a rule."""
_NUMBERED: Final = re.compile(r"([a-z_-]*[a-z])\d+", re.IGNORECASE)
_HUMP: Final = re.compile(r"[^\W\d_]?[^\W\d_A-Z]+|[A-Z]+")
_CLUSTER: Final = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}", re.IGNORECASE)
_SPELT: Final = 4
"""So many letters has a word on average."""
_PART: Final = re.compile(r"(?<![^\W_])[^\W_]")
_GENERIC_HOSTS: Final = frozenset(
    {"www", "app", "apps", "my", "login", "auth", "account", "accounts", "secure", "portal", "m", "web"}
    | {"id", "sso", "admin"}
)
_POWERED_BY: Final = re.compile(r"^powered by\s+", re.IGNORECASE)
GREETING: Final = re.compile(
    r"^(good (morning|afternoon|evening)|hello|hi|welcome|guten (morgen|tag|abend)|hallo|willkommen|bonjour"
    r"|bonsoir|bienvenue|buen[oa]s|hola|bienvenid)\b",
    re.IGNORECASE,
)
_SCRIPT: Final = re.compile(r"\.(php\d?|phtml|aspx?|jspx?|jsf|do|cgi|pl|html?)$", re.IGNORECASE)
_ROUTING: Final = frozenset({"action", "page", "module", "controller", "view", "route"})
"""Parameters by which one script shows all pages of an app."""
_DEEDS: Final = frozenset(
    {
        "add",
        "admin",
        "all",
        "app",
        "approve",
        "batch",
        "bulk",
        "cancel",
        "change",
        "create",
        "current",
        "default",
        "delete",
        "destroy",
        "details",
        "display",
        "edit",
        "index",
        "latest",
        "list",
        "login",
        "logon",
        "main",
        "modify",
        "new",
        "reject",
        "remove",
        "result",
        "results",
        "revoke",
        "search",
        "show",
        "simple",
        "ui",
        "update",
        "view",
        "web",
        "withdraw",
    }
)
"""What a page does, and not what it is about."""
TITLE_PARTS: Final = re.compile(r"\s+[|·•–—‹›«»-]\s+|\s*[|·•]\s*|\s*::\s*|:\s+")
_BRACKETED: Final = re.compile(r"\s\[([^\[\]]+)\]$")
"""As "Start [Handbook]" has the app."""
_STEPS: Final = frozenset({"step", "steps", "stage", "wizard", "schritt", "paso", "etape", "etapa"})


def path_of(url: str) -> str:
    """The path of an address, as browsers give it."""
    return urlsplit(url).path or "/"


def route_of(url: str) -> str:
    """The path, or the route of an app that keeps it in the fragment: `/members` of `/ghost/#/members`."""
    fragment = urlsplit(url).fragment
    return urlsplit(fragment.removeprefix("!")).path if is_route(fragment) else path_of(url)


def page_key(url: str) -> str:
    """What tells pages apart: the address without its query; with a fragment that is a route."""
    parts = urlsplit(url)
    route = parts.fragment.split("?", 1)[0] if is_route(parts.fragment) else ""
    return f"{parts.netloc}{parts.path or '/'}#{route}" if route else f"{parts.netloc}{parts.path or '/'}"


def is_route(fragment: str) -> bool:
    """Whether a fragment is an app's way of having addresses: `#/contacts/5`."""
    return fragment.startswith(("/", "!/"))


def is_id(segment: str) -> bool:
    """Whether a path segment looks like something that a server made: a number, a UUID, a key."""
    text = unquote(segment)
    if text.isdigit() or MASK in text or _UUID.fullmatch(text):
        return True
    if not any(letter.isdigit() for letter in text):
        return len(text) >= 20 and "-" not in text and "_" not in text and not _is_spelt(text)
    return not _OWN_NUMBERED.fullmatch(text) or _KEY.fullmatch(text) is not None


def _is_spelt(text: str) -> bool:
    """Whether letters are words written together, as in `Special:SpecialPages`: a key made by chance has few
    vowels, or capitals all over."""
    words = _HUMP.findall(text)
    long = sum(map(len, words)) >= _SPELT * len(words)
    return bool(words) and long and not text.isupper() and not any(_CLUSTER.search(word) for word in words)


def numbered(segment: str) -> str:
    """The word of a segment that is a word and its number: `issue` of `issue3`; empty of any other."""
    found = _NUMBERED.fullmatch(segment)
    return found[1] if found is not None else ""


def _before_slug(segment: str, foreign: Iterable[str]) -> str | None:
    """What of a segment is the app's before data begin in it: `File:` of `File:Boat_plan.png`.

    A single word may be the app's own as well: it counts where a sign parts it from the rest.
    """
    for part in _PART.finditer(segment):
        said = slug(unquote(segment[part.start() :]))
        parted = part.start() > 0 and segment[part.start() - 1] not in "-_+. "
        for name in foreign:
            if (said == name and (parted or "-" in name)) or ("-" in name and said.startswith(f"{name}-")):
                return segment[: part.start()]
    return None


def path_pattern(
    path: str, own: Container[str], foreign: Collection[str], nouns: Container[str] = frozenset()
) -> str:
    """The path with `*` for every segment, or end of one, that would differ on other data.

    `own` holds segments that belong to the app whatever they look like, `foreign` slugs of data, `nouns`
    segments of other addresses: where there is an `issue`, `issue3` is a record of that kind.
    """

    segments = path.split("/")
    in_small_letters = any(map(str.islower, segments))

    def generalised(segment: str, before: str) -> str:
        if not segment or segment in own or _is_of_way(segment, before):
            return segment
        if is_id(segment) or slug(unquote(segment)) in foreign:
            return "*"
        if in_small_letters and _KEY.fullmatch(segment):
            return "*"
        if (own_part := _before_slug(segment, foreign)) is not None:
            return f"{own_part}*"
        noun = numbered(segment)
        return f"{noun}*" if noun in nouns else segment

    return "/".join(map(generalised, segments, ["", *segments]))


def _is_of_way(segment: str, before: str) -> bool:
    """The second of `step/2` says how far one has come, and nothing of a record."""
    return len(segment) <= 2 and segment.isdigit() and before.lower() in _STEPS


def named_after(path: str, known: Container[str], name: str, sought: str) -> Iterator[str]:
    """The slugs in a path that are made of a record's name (`autumn` for "Autumn Festival"), with a word of
    what was sought of it. `known` are segments that were met before the record was."""
    words, wanted = f"-{slug(name)}-", {*words_of(sought)}
    for segment in path.split("/"):
        said = slug(unquote(segment))
        if (
            segment not in known
            and said not in _DEEDS
            and wanted & {*said.split("-")}
            and f"-{said}-" in words
        ):
            yield said


def record_noun(path: str) -> str:
    """What the records are called of which the path names one: `contact` for `/contacts/17/edit`, and
    `ticket` for `/Ticket/Display.html`."""
    named = list(takewhile(lambda segment: not is_id(segment), filter(None, path.split("/"))))
    parts = [words_of(_SCRIPT.sub("", _without_space(unquote(segment)))) for segment in named[-2:]]
    if len(parts) > 1 and _is_deed(parts[-1]) and parts[0] and parts[0][-1] not in _GENERIC_HOSTS:
        # The part before says what it is done to.
        parts.pop()
    words = parts[-1] if parts else []
    if _is_deed(words):
        return ""
    last = words[-1]
    if last.endswith("ies") and len(last) > 4:
        last = f"{last[:-3]}y"
    elif last.endswith(("sses", "xes", "shes", "tches", "nches")):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("ss", "us", "is")) and len(last) > 3:
        last = last[:-1]
    return " ".join((*(word for word in words[:-1] if word not in _DEEDS), last))


def _without_space(segment: str) -> str:
    """The segment without the name space in which the app keeps it: `article` for `api::article.article`."""
    space, found, name = segment.rpartition("::")
    return name.rpartition(".")[2] if found and space else segment


def noun_of_page(url: str) -> str:
    """What the records of a page are called; where one script shows all pages, by what it is asked for, as
    `host` for `/app.php?action=host.list`."""
    address = urlsplit(url)
    if _SCRIPT.search(address.path):
        for name, value in parse_qsl(address.query):
            if name in _ROUTING and (noun := record_noun(value.replace(".", "/"))):
                return noun
    return record_noun(route_of(url))


def _is_deed(words: Sequence[str]) -> bool:
    """Whether a part of a path says what its page does, or nothing."""
    return not words or words[-1] in _DEEDS or len(words[-1]) == 1


@lru_cache(maxsize=4096)
def segments_of(url: str) -> frozenset[str]:
    """The segments of an address's path and route."""
    parts = urlsplit(url)
    route = parts.fragment if is_route(parts.fragment) else ""
    return frozenset(segment for segment in f"{parts.path}/{route}".split("/") if segment)


def new_parameters(before: str, after: str) -> tuple[str, ...]:
    """`key=value` of the query parameters that the second address has and the first has not."""
    known = set(parse_qsl(urlsplit(before).query, keep_blank_values=True))
    found = []
    for pair in urlsplit(after).query.split("&"):
        key, _, value = pair.partition("=")
        if value and (unquote_plus(key), unquote_plus(value)) not in known:
            found.append(pair)
    return tuple(found)


def slug(text: str) -> str:
    """Lower case words with hyphens, in ASCII where there is an ASCII twin."""
    return "-".join(words_of(text))


def words_of(text: str) -> list[str]:
    """The lower-case ASCII words of a text; what has no ASCII twin is left out."""

    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o").replace("æ", "ae"))
    return re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower().replace("'", ""))


def app_name(url: str, title: str, titles: Iterable[str] = ()) -> str:
    """What people call the app: its name in the title, or in the host name.

    `titles` are those of all its pages that were seen: what several of them have in common is its name.
    """
    host = (urlsplit(url).hostname or "").lower()
    labels = [label for label in host.split(".") if label not in _GENERIC_HOSTS]
    own = {host, urlsplit(url).netloc.lower()}
    parts = [part for part in _parts_of(title) if part.lower() not in own]
    if len(labels) > 1 and not host.replace(".", "").isdigit():
        by_host = labels[0]
        return next((part for part in parts if by_host in slug(part)), by_host.capitalize())
    if common := _in_common(dict.fromkeys((title, *titles)), own):
        return common
    if not parts:
        return host
    if len(parts) == 1 and {*titles} - {title}:
        # Each page is called by itself: "Log in" is no app.
        return ""
    # "Webmail :: Welcome to Webmail"
    return next((part for part in reversed(parts) if not GREETING.match(part)), parts[-1])


def _parts_of(title: str) -> list[str]:
    parts = (part.strip() for part in TITLE_PARTS.split(title))
    return [named for part in parts if (named := _POWERED_BY.sub("", part))]


def _in_common(titles: Collection[str], own: Container[str]) -> str:
    """The part that most of the titles have; of such parts, the one that stands last. `own` is how the site
    is addressed: no name that people give it."""
    parted = [[*_parts_of(title), *_BRACKETED.findall(title)] for title in titles]
    told = [[part for part in parts if part.lower() not in own] for parts in parted]
    counted = Counter(part for parts in told for part in {*parts})
    most = max(counted.values(), default=0)
    if most < 2 or most * 2 < len(titles):
        return ""
    common = {part for part, times in counted.items() if times == most and not GREETING.match(part)}
    return next((part for parts in told for part in reversed(parts) if part in common), "")


def host_name(url: str, title: str) -> str:
    """A short name of the app for the names of its secrets; empty where there is none."""
    host = (urlsplit(url).hostname or "").lower()
    labels = [label for label in host.split(".") if label not in _GENERIC_HOSTS]
    if len(labels) > 1 and not host.replace(".", "").isdigit():
        return "_".join(words_of(labels[0]))
    return "_".join(words_of(app_name(url, title))[:3]) if len(TITLE_PARTS.split(title)) > 1 else ""
