"""A small real model behind an OpenAI-compatible address: `python serving.py WEIGHTS`, in its own Python.

It runs on llama-cpp-python where that is installed (it holds answers to a JSON schema), else on
ik-llama-cpp-python, which comes compiled and does not. Prints its address once it answers.
"""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CONTEXT = 2048


def loaded(weights: str) -> Any:
    """The model."""
    try:
        from llama_cpp import Llama
    except ImportError:
        from ik_llama_cpp import IkLlama

        return IkLlama(weights, n_ctx=CONTEXT, n_threads=1, verbose=False)
    return Llama(weights, n_ctx=CONTEXT, n_threads=1, verbose=False)


def completed(model: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """A chat completion for a request."""
    more: dict[str, Any] = {}
    form = asked.get("response_format") or {}
    if form.get("type") == "json_schema" and type(model).__name__ == "Llama":
        more["response_format"] = {"type": "json_object", "schema": form["json_schema"]["schema"]}
    messages = [{"role": m["role"], "content": _text(m["content"])} for m in asked["messages"]]
    most = asked.get("max_completion_tokens") or asked.get("max_tokens") or 64
    answer: dict[str, Any] = model.create_chat_completion(
        messages=messages, max_tokens=most, temperature=0.0, **more
    )
    return {"created": 0, "object": "chat.completion", "model": asked["model"], **answer}


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def main() -> None:
    model, one_at_a_time = loaded(sys.argv[1]), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with one_at_a_time:
                body = json.dumps(completed(model, asked)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
