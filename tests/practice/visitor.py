"""A visitor without a browser: gets pages, and posts their forms with the token that they carry."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx

from handrail_practice.session import Account


class Visitor(httpx.Client):
    def __init__(self, url: str) -> None:
        super().__init__(base_url=url, follow_redirects=True, timeout=20)
        self.csrf = ""

    def see(self, path: str) -> str:
        """The page, whose token the next form will carry."""
        text = unescape(self.get(path).raise_for_status().text)
        if token := re.search(r'name="(?:csrf|k_pfes)" value="([^"]+)"', text):
            self.csrf = token[1]
        return text

    def submit(self, path: str, files: Any = None, **fields: str) -> httpx.Response:
        return self.post(path, data={"csrf": self.csrf, **fields}, files=files)

    def sign_in(self, account: Account) -> Visitor:
        self.see("/sign-in")
        self.submit("/sign-in", email=account.email, password=account.password).raise_for_status()
        self.see("/")
        return self

    def json(self, path: str) -> Any:
        return self.get(path).raise_for_status().json()
