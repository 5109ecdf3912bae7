"""A real HTTP server that speaks the providers' wire formats, and answers by a script.

Every answer is built as the provider's own type, so that the server cannot drift from what their libraries
read. It is a double of a model, never of the libraries between.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from anthropic.types import Message
from openai.types.chat import ChatCompletion


@dataclass(frozen=True)
class Heard:
    """One request, as the script sees it."""

    path: str
    instructions: str
    request: str
    schema: dict[str, Any]
    body: dict[str, Any]
    pictures: int = 0


@dataclass(frozen=True)
class Fault:
    """An answer that is none."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"{}"
    cut: bool = False
    """The connection ends before the body does."""
    stall: threading.Event | None = None
    """Nothing comes until this is set."""


Script = Callable[[Heard], dict[str, Any] | str | Fault]
INPUT_TOKENS, OUTPUT_TOKENS = 120, 30


class ModelServer:
    """What it was asked, and where it stands."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.heard: list[Heard] = []
        self.lock = threading.Lock()
        self.address = ""

    @property
    def base_url(self) -> str:
        """For OpenAI's library; Anthropic's wants `address`."""
        return f"{self.address}/v1"


@contextmanager
def model_server(script: Script) -> Iterator[ModelServer]:
    """The server, on a port of its own, until the block ends."""
    server = ModelServer(script)

    class Handler(_Handler):
        serves = server

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.address = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    serves: ClassVar[ModelServer]
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        return

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        heard = (
            _chat(self.path, body) if self.path.endswith("/chat/completions") else _messages(self.path, body)
        )
        with self.serves.lock:
            self.serves.heard.append(heard)
        answer = self.serves.script(heard)
        if isinstance(answer, Fault):
            self._fault(answer)
            return
        text = answer if isinstance(answer, str) else json.dumps(answer)
        chat = heard.path.endswith("/chat/completions")
        self._send(200, {}, (_completion(body, text) if chat else _message(body, text)).encode())

    def _fault(self, fault: Fault) -> None:
        if fault.stall is not None:
            fault.stall.wait(30)
        if fault.cut:
            self.send_response(fault.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(fault.body) + 100))
            self.end_headers()
            self.wfile.write(fault.body)
            self.close_connection = True
            return
        self._send(fault.status, fault.headers, fault.body)

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        try:
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


def _chat(path: str, body: dict[str, Any]) -> Heard:
    instructions = "\n".join(_text(m) for m in body["messages"] if m["role"] in {"system", "developer"})
    asked = [m for m in body["messages"] if m["role"] == "user"]
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    if body.get("tools"):
        schema = body["tools"][0]["function"]["parameters"]
    pictures = sum(_pictures(message) for message in asked)
    return Heard(path, instructions, "\n".join(map(_text, asked)), schema, body, pictures)


def _messages(path: str, body: dict[str, Any]) -> Heard:
    system = body.get("system", "")
    instructions = system if isinstance(system, str) else "\n".join(part["text"] for part in system)
    asked = "\n".join(_text(message) for message in body["messages"] if message["role"] == "user")
    tools = body.get("tools") or [{"input_schema": {}}]
    pictures = sum(_pictures(message) for message in body["messages"])
    return Heard(path, instructions, asked, tools[0]["input_schema"], body, pictures)


def _text(message: dict[str, Any]) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def _pictures(message: dict[str, Any]) -> int:
    content = message["content"]
    return 0 if isinstance(content, str) else sum(part["type"] in {"image_url", "image"} for part in content)


def _completion(body: dict[str, Any], text: str) -> str:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if body.get("tools"):
        name = body["tools"][0]["function"]["name"]
        call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body["model"],
        "choices": [{"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}],
        "usage": {
            "prompt_tokens": INPUT_TOKENS,
            "completion_tokens": OUTPUT_TOKENS,
            "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
        },
    }
    return ChatCompletion.model_validate(completion, strict=True).model_dump_json()


def _message(body: dict[str, Any], text: str) -> str:
    block: dict[str, Any] = {"type": "text", "text": text, "citations": None}
    if body.get("tools"):
        block = {
            "type": "tool_use",
            "id": "toolu_1",
            "name": body["tools"][0]["name"],
            "input": json.loads(text),
        }
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [block],
        "stop_reason": "tool_use" if body.get("tools") else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS},
    }
    return Message.model_validate(message).model_dump_json()
