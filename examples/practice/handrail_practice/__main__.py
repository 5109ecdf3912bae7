"""`python -m handrail_practice`: serve both apps until interrupted."""

import argparse
import signal
import threading
from pathlib import Path

from handrail_practice import crm, webmail
from handrail_practice.drift import DRIFTS, FAULTS, UnknownVariant, chosen
from handrail_practice.serve import PracticeServer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m handrail_practice", description=__doc__)
    parser.add_argument("--dir", type=Path, default=Path("practice-data"), help="for the databases")
    parser.add_argument("--crm-port", type=int, default=8021)
    parser.add_argument("--mail-port", type=int, default=8022)
    parser.add_argument("--drift", default="", help=f"of {', '.join(sorted(DRIFTS))}; with commas")
    parser.add_argument("--fault", choices=FAULTS)
    parser.add_argument("--slow-seconds", type=float, default=1.5, help="for the drift `slow`")
    parser.add_argument("--reset", action="store_true", help="start from the seed data")
    asked = parser.parse_args()
    try:
        server = PracticeServer(
            asked.dir,
            crm_port=asked.crm_port,
            webmail_port=asked.mail_port,
            drift=chosen(asked.drift),
            fault=asked.fault,
            slow_seconds=asked.slow_seconds,
        )
    except (UnknownVariant, OSError) as error:
        parser.error(str(error))
    if asked.reset:
        server.reset()

    interrupted = threading.Event()
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda *_: interrupted.set())
    with server:
        for name, url, account in (
            ("Rolodesk (CRM)", server.crm_url, crm.ACCOUNT),
            ("Postbox (webmail)", server.webmail_url, webmail.ACCOUNT),
        ):
            print(f"{name:18} {url}   {account.email} / {account.password}", flush=True)
        print("Ctrl-C stops both.", flush=True)
        interrupted.wait()


if __name__ == "__main__":
    main()
