"""The providers' wire formats: what a request says, and an answer as the provider's own type has it.

Every answer is validated strictly against the type that the provider's library reads, so that the server
cannot drift from it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import BaseModel

INPUT_TOKENS, OUTPUT_TOKENS = 120, 30
Json = dict[str, Any]


@dataclass(frozen=True)
class Heard:
    """One request, as a script sees it."""

    path: str
    instructions: str
    request: str
    schema: Json
    body: Json
    pictures: int = 0


class Wire(NamedTuple):
    """One provider's format."""

    heard: Callable[[str, Json], Heard]
    answer: Callable[[Json, str], str]
    refusal: Callable[[Json, str], str]


def wire_of(path: str) -> Wire:
    """The format that is spoken at a path."""
    if path.endswith("/chat/completions"):
        return Wire(_chat, _completion, _completion_refused)
    if path.endswith("/responses"):
        return Wire(_responses, _response, _response_refused)
    if path.endswith(":generateContent"):
        return Wire(_contents, _content, _content_refused)
    return Wire(_messages, _message, _message_refused)


def _strict(type_: type[BaseModel], answer: Json) -> str:
    """The answer as the provider would send it."""
    return type_.model_validate_json(json.dumps(answer), strict=True).model_dump_json(
        by_alias=True, exclude_none=True
    )


# OpenAI's chat completions, and whatever is compatible with them


def _chat(path: str, body: Json) -> Heard:
    instructions = "\n".join(_text(m) for m in body["messages"] if m["role"] in {"system", "developer"})
    asked = [m for m in body["messages"] if m["role"] == "user"]
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    if body.get("tools"):
        schema = body["tools"][0]["function"]["parameters"]
    pictures = sum(_pictures(message) for message in asked)
    return Heard(path, instructions, "\n".join(map(_text, asked)), schema, body, pictures)


def _completion(body: Json, text: str) -> str:
    message: Json = {"role": "assistant", "content": text}
    if body.get("tools"):
        name = body["tools"][0]["function"]["name"]
        call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return _completed(body, message)


def _completion_refused(body: Json, words: str) -> str:
    return _completed(body, {"role": "assistant", "content": None, "refusal": words})


def _completed(body: Json, message: Json) -> str:
    from openai.types.chat import ChatCompletion

    usage = {
        "prompt_tokens": INPUT_TOKENS,
        "completion_tokens": OUTPUT_TOKENS,
        "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
    }
    choice = {"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}
    return _strict(
        ChatCompletion,
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": body["model"],
            "choices": [choice],
            "usage": usage,
        },
    )


# OpenAI's Responses


def _responses(path: str, body: Json) -> Heard:
    items = body["input"] if isinstance(body["input"], list) else [{"role": "user", "content": body["input"]}]
    asked = [item for item in items if item.get("role") == "user"]
    told = [item for item in items if item.get("role") in {"system", "developer"}]
    instructions = "\n".join([body.get("instructions") or "", *map(_text, told)]).strip()
    schema = body.get("text", {}).get("format", {}).get("schema", {})
    if body.get("tools"):
        schema = body["tools"][0]["parameters"]
    pictures = sum(_pictures(item) for item in asked)
    return Heard(path, instructions, "\n".join(map(_text, asked)), schema, body, pictures)


def _response(body: Json, text: str) -> str:
    if body.get("tools"):
        call: Json = {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_1",
            "name": body["tools"][0]["name"],
            "arguments": text,
            "status": "completed",
        }
        return _responded(body, call)
    return _responded(body, _said({"type": "output_text", "text": text, "annotations": []}))


def _response_refused(body: Json, words: str) -> str:
    return _responded(body, _said({"type": "refusal", "refusal": words}))


def _said(content: Json) -> Json:
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [content],
    }


def _responded(body: Json, item: Json) -> str:
    from openai.types.responses import Response

    usage = {
        "input_tokens": INPUT_TOKENS,
        "output_tokens": OUTPUT_TOKENS,
        "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    return _strict(
        Response,
        {
            "id": "resp_1",
            "object": "response",
            "created_at": time.time(),
            "model": body["model"],
            "status": "completed",
            "output": [item],
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
            "usage": usage,
        },
    )


# Anthropic's Messages


def _messages(path: str, body: Json) -> Heard:
    system = body.get("system", "")
    instructions = system if isinstance(system, str) else "\n".join(part["text"] for part in system)
    asked = "\n".join(_text(message) for message in body["messages"] if message["role"] == "user")
    tools = body.get("tools") or [{"input_schema": {}}]
    pictures = sum(_pictures(message) for message in body["messages"])
    return Heard(path, instructions, asked, tools[0]["input_schema"], body, pictures)


def _message(body: Json, text: str) -> str:
    if not body.get("tools"):
        return _messaged(body, [{"type": "text", "text": text, "citations": None}], "end_turn")
    call = {"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": _object(text)}
    return _messaged(body, [call], "tool_use")


def _message_refused(body: Json, words: str) -> str:
    return _messaged(body, [], "refusal")


def _messaged(body: Json, content: list[Json], stop: str) -> str:
    from anthropic.types import Message

    return _strict(
        Message,
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS},
        },
    )


# Google's generateContent


def _contents(path: str, body: Json) -> Heard:
    parts = [
        part for content in body["contents"] if content.get("role") == "user" for part in content["parts"]
    ]
    settings = body.get("generationConfig", {})
    schema = settings.get("responseJsonSchema") or settings.get("responseSchema") or {}
    if body.get("tools"):
        declared = body["tools"][0]["functionDeclarations"][0]
        named = ("parametersJsonSchema", "parameters_json_schema", "parameters")
        schema = next((declared[name] for name in named if declared.get(name)), {})
    instructions = "\n".join(part["text"] for part in body.get("systemInstruction", {}).get("parts", ()))
    asked = "\n".join(part["text"] for part in parts if "text" in part)
    return Heard(path, instructions, asked, schema, body, sum("inlineData" in part for part in parts))


def _content(body: Json, text: str) -> str:
    part: Json = {"text": text}
    if body.get("tools"):
        name = body["tools"][0]["functionDeclarations"][0]["name"]
        part = {"functionCall": {"name": name, "args": _object(text)}}
    return _generated({"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0})


def _content_refused(body: Json, words: str) -> str:
    return _generated({"finishReason": "SAFETY", "finishMessage": words, "index": 0})


def _generated(candidate: Json) -> str:
    from google.genai.types import GenerateContentResponse

    usage = {
        "promptTokenCount": INPUT_TOKENS,
        "candidatesTokenCount": OUTPUT_TOKENS,
        "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
    }
    answer = {
        "candidates": [candidate],
        "usageMetadata": usage,
        "modelVersion": "scripted",
        "responseId": "r1",
    }
    return _strict(GenerateContentResponse, answer)


def _object(text: str) -> Json:
    """A tool's arguments; a text that is no object is put into one that fits no schema."""
    try:
        value = json.loads(text)
    except ValueError:
        return {"unusable": text}
    return value if isinstance(value, dict) else {"unusable": value}


def _text(message: Json) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] in {"text", "input_text"})


def _pictures(message: Json) -> int:
    content = message["content"]
    kinds = {"image_url", "image", "input_image"}
    return 0 if isinstance(content, str) else sum(part["type"] in kinds for part in content)
