"""The one tree of errors that Handrail shows to people, with the category that decides recovery.

HandrailError
├── InputError             exit 2   a file, option or value that somebody gave is wrong
│   ├── UsageError                    an option or name on the command line
│   │   └── NotThere                  nothing here is called so
│   ├── SopError                      an SOP that cannot be read or does not hold together
│   ├── RecordingError                a recording that is missing or broken
│   ├── SourceError                   another tool's file that cannot be read
│   ├── DataError                     a table of rows that does not fit the SOP
│   ├── PolicyError                   a policy file that cannot be read, or a policy that may not be used
│   └── VariableError                 a variable that is missing or does not fit its type
├── EnvironmentLack        exit 6   this machine lacks something (browser, database, disk space)
│   ├── BrowserMissing
│   ├── ModelMissing                  a step needs a model, and none is set up
│   └── StoreError
│       ├── LeaseLost                  another process has taken over the session
│       ├── KeptFileLost               a file that a journal speaks of is not there any more
│       └── ValuesGone                 what stood behind its pseudonyms is not kept any more
├── RunError               exit 1   a step could not be done
│   ├── TransientError                worth a retry: time-outs, lost connections
│   ├── TargetNotFound                the element is not on the page
│   ├── TargetAmbiguous               several elements fit, or the locators disagree
│   ├── UnexpectedPage                the page is not the one that the step was recorded on
│   │   ├── WrongRecord               it is about another record
│   │   ├── ErrorPage                 the app's server says that it cannot answer
│   │   ├── UnexpectedQuestion        a dialog of the browser's own that asks, and was dismissed
│   │   └── PageLost                  the walk must go back to get there again
│   │       ├── SignedOut
│   │       └── TabCrashed
│   ├── NotVerified                   the step was done, its completion criterion did not come true
│   ├── Denied                        a person left this one step undone
│   ├── ModelFailed                   a model gave no answer that can be used
│   ├── SkippedByPerson               a person went on without an optional step
│   └── PermanentError                no retry can help
│       ├── TabClosed                 the tab is gone, and the browser is not
│       └── ExplorationEnded          a person ended the looking for a way
├── Blocked                exit 3   the policy refused an action
├── Waiting                exit 4   a person must answer first
│   └── Unattended                     nobody is there, now or later, in this process
├── Stopped                exit 5   somebody stopped or cancelled the session
├── Driven                          a person takes over: never told, the walk waits
└── JournalBroken          exit 1   a journal's chain does not hold
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, Literal


class ExitCode(IntEnum):
    """Process exit codes; the same for every command."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    BLOCKED = 3
    WAITING = 4
    STOPPED = 5
    ENVIRONMENT = 6
    INTERRUPTED = 130


class Category(StrEnum):
    """What kind of trouble it is; recovery is chosen by this word alone."""

    INPUT = "input"
    ENVIRONMENT = "environment"
    TRANSIENT = "transient"
    TARGET = "target"
    UNEXPECTED_PAGE = "unexpected page"
    UNVERIFIED = "unverified"
    POLICY = "policy"
    PERSON = "person"
    MODEL = "model"
    PERMANENT = "permanent"


class HandrailError(Exception):
    """An error that a person can act on.

    `message` is one sentence, `place` says where (file, node, field, line), `mend` what to do about it.
    """

    category: Category = Category.PERMANENT
    exit_code: ExitCode = ExitCode.FAILED

    def __init__(self, message: str, *, place: str | None = None, mend: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.mend = mend

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} {self.mend}" if self.mend else text

    @property
    def suggestion(self) -> str:
        """What to do about it; where the spot that raised it knew nothing better, what its category says."""
        return self.mend or SUGGESTIONS[self.category]


SUGGESTIONS: Final[Mapping[Category, str]] = {
    Category.INPUT: "Correct the value or the SOP that is named here, and run it again.",
    Category.ENVIRONMENT: "Mend what this machine lacks, then go on with 'handrail session resume'.",
    Category.TRANSIENT: "See whether the app answers and the network works, then run it again; "
    "'retry' of the step says how often it is tried.",
    Category.TARGET: "See the page with --headed; where it has changed, record the step again.",
    Category.UNEXPECTED_PAGE: "See with --headed what the app shows there, and add a step for it.",
    Category.UNVERIFIED: "See in the app whether it was done, then correct the criterion or the data.",
    Category.POLICY: "Where the step belongs to the procedure, allow it in the policy or the SOP's domains.",
    Category.PERSON: "Go on with 'handrail session resume' when it may go on.",
    Category.MODEL: "See whether the model that the run asks answers, then run it again.",
    Category.PERMANENT: "No further try can help: correct the step, or do it by hand and run the rest.",
}
"""Category → what to do about an error that ends a run."""


class InputError(HandrailError):
    category = Category.INPUT
    exit_code = ExitCode.BAD_INPUT


class UsageError(InputError):
    pass


class NotThere(UsageError):
    """Nothing here is called so, or not for whoever asks."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, or doubtful, in a document: what, where, and how to mend it.

    `place` is for people (`nodes[2] 'save-contact'.action.value`); `node` and `field` (within the node, or
    within the document where there is no node) are for programs.
    """

    severity: Literal["error", "warning"]
    code: str
    message: str
    place: str = ""
    node: str | None = None
    field: str | None = None
    mend: str | None = None

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} {self.mend}" if self.mend else text


class SopError(InputError):
    """An SOP that cannot be used; `problems` holds each thing that is wrong with it."""

    def __init__(
        self,
        message: str,
        *,
        place: str | None = None,
        mend: str | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        super().__init__(message, place=place, mend=mend)
        self.problems = problems

    @classmethod
    def of(cls, problems: Sequence[Problem], place: str, *, what: str = "It cannot be read") -> SopError:
        """One error for all the problems of the document at `place`, each on a line of its own."""
        if len(problems) == 1:
            only = problems[0]
            where = f"{place}: {only.place}" if only.place else place
            return cls(only.message, place=where, mend=only.mend, problems=(only,))
        lines = "".join(f"\n  {problem}" for problem in problems)
        return cls(f"{what}, for {len(problems)} reasons:{lines}", place=place, problems=tuple(problems))


class RecordingError(InputError):
    pass


class SourceError(InputError):
    pass


class DataError(InputError):
    pass


class PolicyError(InputError):
    pass


class VariableError(InputError):
    values: Mapping[str, str] = {}
    """What is wrong with which variable's value, where it is that."""
    rows: tuple[tuple[int, Mapping[str, str]], ...] = ()
    """The same for a table, with the number of each row, from 1 on."""


class EnvironmentLack(HandrailError):
    category = Category.ENVIRONMENT
    exit_code = ExitCode.ENVIRONMENT


class BrowserMissing(EnvironmentLack):
    pass


class ModelMissing(EnvironmentLack):
    pass


class StoreError(EnvironmentLack):
    pass


class LeaseLost(StoreError):
    """Another process may act for the session by now: nothing may be done or written for it any more."""


class KeptFileLost(StoreError):
    """A file that a journal speaks of is missing: it is there again only when somebody puts it back."""


class ValuesGone(StoreError):
    """What stood behind the session's pseudonyms is not kept any more: nothing can be done by it."""


class RunError(HandrailError):
    dispatched: bool = False
    """Whether the app may have seen any of the action that failed."""
    refused: str = ""
    """How the app has refused the action that failed: nothing was done. Empty where that is not sure."""


class TransientError(RunError):
    category = Category.TRANSIENT
    retry_after: float = 0.0
    """Seconds before which no retry has a chance, where that is known."""


class AppAway(TransientError):
    """The app is not reached at all: nothing was sent, and a little later it may be there again."""


class ElementChanged(TransientError):
    """The page made something else of the element between the look at it and the action: another look tells
    at once what."""


class TargetNotFound(RunError):
    category = Category.TARGET


class TargetAmbiguous(RunError):
    category = Category.TARGET


class UnexpectedPage(RunError):
    category = Category.UNEXPECTED_PAGE


class WrongRecord(UnexpectedPage):
    """The page or row is about another record than the one that is meant."""


class UnexpectedQuestion(UnexpectedPage):
    """The page asked something by a dialog of the browser's own, which was dismissed."""


class ErrorPage(UnexpectedPage):
    """In the page's place the app's server says that it cannot answer."""


class PageLost(UnexpectedPage):
    """The page that the step was on is gone, and only walking there again leads back."""


class SignedOut(PageLost):
    """The app asks to sign in."""


class TabCrashed(PageLost):
    """The browser's tab crashed."""


class NotReached(PageLost):
    """In the page's place is the browser's own error page: a form was sent, and no answer came."""


class BrowserGone(RunError):
    """The whole browser is gone: nothing can be asked of any page, and another browser may go on."""

    category = Category.PERMANENT


class NotVerified(RunError):
    category = Category.UNVERIFIED


class Denied(RunError):
    """A person does not want this one step; what is around it says whether the run goes on without it."""

    category = Category.PERSON
    exit_code = ExitCode.STOPPED


class ModelFailed(RunError):
    category = Category.MODEL


class SkippedByPerson(RunError):
    category = Category.PERSON


class PermanentError(RunError):
    category = Category.PERMANENT


class TabClosed(PermanentError):
    """The tab was closed, by its app or by a person; the browser is there."""


class ExplorationEnded(PermanentError):
    """A person ended the looking for a way."""


class Blocked(HandrailError):
    category = Category.POLICY
    exit_code = ExitCode.BLOCKED
    dispatched: bool = False
    """Whether the app may have seen any of the action: what it was led on to is what was refused."""


class Waiting(HandrailError):
    category = Category.PERSON
    exit_code = ExitCode.WAITING


class Unattended(Waiting):
    """Nobody answers at the one place where this process can ask."""


class Stopped(HandrailError):
    category = Category.PERSON
    exit_code = ExitCode.STOPPED


class Driven(HandrailError):
    """A person takes the session over: the walk stands still where it is, and fails of nothing."""

    category = Category.PERSON
    exit_code = ExitCode.WAITING


class JournalBroken(HandrailError):
    category = Category.PERMANENT
