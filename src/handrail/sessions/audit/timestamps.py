"""RFC 3161: asking a timestamp authority to confirm a message, and checking what it gave."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from handrail.approvals.sending import post
from handrail.errors import EnvironmentLack, SourceError, TransientError
from handrail.named_file import read_whole

_CERTIFICATES: Final = 0xA0
"""The tag of a token's certificates, among the fields of its signed data."""


def stamped(url: str, message: bytes) -> bytes:
    """The authority's reply, which is for this message.

    Raises TransientError where it gave no timestamp, EnvironmentLack without the library that reads it.
    """
    library = _library()
    builder = library.TimestampRequestBuilder().data(message)
    request = builder.hash_algorithm(library.base.HashAlgorithm.SHA256).build()
    headers = {"Content-Type": "application/timestamp-query"}
    answer = post(url, request.as_bytes(), headers)
    try:
        response = library.decode_timestamp_response(in_order(answer))
        granted = response.status == 0 and response.tst_info.nonce == request.nonce
        fits = granted and response.tst_info.message_imprint.message == request.message_imprint.message
    except ValueError as error:
        raise TransientError(f"What it gave cannot be read as a timestamp: {error}.", place=url) from None
    if not fits:
        raise TransientError("It gave no timestamp for what it was sent.", place=url)
    return answer


def confirmed(reply: bytes, message: bytes, roots: str | None) -> tuple[str, bool]:
    """When the message was there, and whether the reply's signature was held against the `roots`.

    Raises ValueError where it does not hold, SourceError for roots that cannot be read, EnvironmentLack.
    """
    library = _library()
    response = library.decode_timestamp_response(in_order(reply))
    if response.tst_info.message_imprint.message != sha256(message).digest():
        raise ValueError("it is for something else")
    moment = response.tst_info.gen_time.isoformat(timespec="seconds")
    if roots is None:
        return moment, False
    verifier = library.VerifierBuilder(roots=_believed(roots)).build()
    try:
        verifier.verify_message(response, message)
    except library.VerificationError as error:
        raise ValueError(str(error)) from error
    return moment, True


def in_order(reply: bytes) -> bytes:
    """The same reply with the certificates in the order that DER demands of a set.

    OpenSSL sends a chain in the order of its file, which a strict reader refuses. No signature covers them.
    """
    try:
        *_, token = _parts(reply, *_inside(reply, 0))
        *_, content = _parts(reply, *_inside(reply, token[0]))
        signed_data = _inside(reply, _inside(reply, content[0])[0])
        for start, end in _parts(reply, *signed_data):
            if reply[start] == _CERTIFICATES:
                first, last = _inside(reply, start)
                ordered = sorted(reply[a:b] for a, b in _parts(reply, first, last))
                return reply[:first] + b"".join(ordered) + reply[end:]
    except (IndexError, ValueError):
        pass  # No reply with a token: its reader says what is wrong with it.
    return reply


def _inside(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of the DER value at a place begins and ends. Raises IndexError, ValueError."""
    length, begin = data[at + 1], at + 2
    if length & 0x80:
        begin += length & 0x7F
        length = int.from_bytes(data[at + 2 : begin], "big")
    if begin + length > len(data):
        raise ValueError("it is cut off")
    return begin, begin + length


def _parts(data: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each of the values between two places begins and ends. Raises IndexError, ValueError."""
    while begin < end:
        _, after = _inside(data, begin)
        yield begin, after
        begin = after


def _believed(roots: str) -> list[Any]:
    from cryptography import x509

    try:
        return list(x509.load_pem_x509_certificates(read_whole(Path(roots).expanduser())))
    except (OSError, ValueError) as error:
        raise SourceError(f"The roots cannot be read: {error}.", place=roots) from error


def _library() -> Any:
    try:
        import rfc3161_client
    except ImportError as error:
        raise EnvironmentLack(
            "Timestamps cannot be asked for or checked without the 'rfc3161-client' package.",
            mend="Install it: pip install 'handrail[audit]'.",
        ) from error
    return rfc3161_client
