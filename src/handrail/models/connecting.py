"""Providers by way of pydantic-ai: the one module that imports their libraries, when a question is asked."""

from __future__ import annotations

import importlib.metadata
import json
from typing import TYPE_CHECKING, Any, Final, Literal

import httpx
import httpx2
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    UnexpectedModelBehavior,
)
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from handrail.models.configuration import ModelConfig
from handrail.models.prompts import Prompt
from handrail.models.provider import Refused, Reply, Unreachable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_TOOL: Final = "answer"
_PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Answers after which another try may do."""
_LOCAL_KEY: Final = "none"
"""Local servers want no key, and the libraries want one."""


class ConnectedModel:
    """A provider's model."""

    def __init__(self, config: ModelConfig) -> None:
        self._config = config
        self._model, self._close = _connected(config)
        usual: Literal["schema", "tool"] = "tool" if config.provider == "anthropic" else "schema"
        self._form = config.answers or usual

    @property
    def name(self) -> str:
        return self._config.model

    @property
    def price_list(self) -> str:
        if self._config.price is not None:
            return f"models.toml, as of {self._config.price.as_of}"
        if self.price(1, 1) is None:
            return ""
        return f"genai-prices {importlib.metadata.version('genai-prices')}"

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """See `ModelProvider.price`: the set-up's own, else the library's list."""
        if (own := self._config.price) is not None:
            return (input_tokens * own.input + output_tokens * own.output) / 1_000_000
        if self._config.provider == "compatible":
            return None
        from genai_prices import Usage, calc_price

        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        try:
            price = calc_price(usage, self._config.name, provider_id=self._config.provider)
        except LookupError:
            return None
        return float(price.total_price)

    async def reply(self, prompt: Prompt) -> Reply:
        """See `ModelProvider.reply`."""
        settings = ModelSettings(max_tokens=prompt.output_tokens, timeout=prompt.seconds)
        try:
            response = await model_request(
                self._model,
                [_message(prompt)],
                model_settings=settings,
                model_request_parameters=self._parameters(prompt),
            )
        except ModelHTTPError as error:
            raise _http_fault(error) from error
        except ModelConnectionError as error:
            raise Unreachable(f"{self.name} could not be reached: {_line(error)}") from error
        except (httpx2.TransportError, httpx.TransportError) as error:
            # Google's library brings the older of the two.
            raise Unreachable(f"the connection to {self.name} broke: {_line(error)}") from error
        except UnexpectedModelBehavior as error:
            # What came back is not even of the provider's own form.
            return Reply(f"({_line(error)})", 0, 0)
        except (ModelAPIError, AgentRunError) as error:
            raise Refused(f"{self.name} could not answer: {_line(error)}") from error
        usage = response.usage
        text = "".join(
            part.args_as_json_str() if isinstance(part, ToolCallPart) else part.content
            for part in response.parts
            if isinstance(part, ToolCallPart | TextPart) and _is_answer(part, self._form)
        )
        return Reply(text, usage.input_tokens, usage.output_tokens)

    async def close(self) -> None:
        """See `ModelProvider.close`."""
        await self._close()

    def _parameters(self, prompt: Prompt) -> ModelRequestParameters:
        if self._form == "tool":
            tool = ToolDefinition(
                name=_TOOL,
                description="Give the answer.",
                parameters_json_schema=prompt.schema,
                kind="output",
            )
            return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
        form = OutputObjectDefinition(json_schema=prompt.schema, name=prompt.schema_name)
        return ModelRequestParameters(output_mode="native", output_object=form, allow_text_output=True)


def _is_answer(part: TextPart | ToolCallPart, form: str) -> bool:
    return isinstance(part, ToolCallPart) == (form == "tool")


def _message(prompt: Prompt) -> ModelMessage:
    content: list[Any] = [prompt.request]
    if prompt.picture is not None:
        content.append(BinaryContent(prompt.picture, media_type="image/jpeg"))
    return ModelRequest(parts=[UserPromptPart(content=content)], instructions=prompt.instructions)


def _http_fault(error: ModelHTTPError) -> Exception:
    words = f"{error.model_name} answered {error.status_code}{_detail(error.body)}"
    if error.status_code not in _PASSING:
        return Refused(words)
    return Unreachable(words, after=_retry_after(error))


def _retry_after(error: ModelHTTPError) -> float:
    cause = error.__cause__
    response = getattr(cause, "response", None)
    try:
        return float(response.headers.get("retry-after", "1")) if response is not None else 1.0
    except ValueError:
        return 1.0


def _detail(body: object) -> str:
    """What the provider says of it, in one line."""
    inner = body.get("error", body) if isinstance(body, dict) else body
    said = inner.get("message") if isinstance(inner, dict) else inner
    if not said:
        return ""
    text = said if isinstance(said, str) else json.dumps(said)
    return f": {' '.join(text.split())[:200]}"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def _connected(config: ModelConfig) -> tuple[Model, Callable[[], Awaitable[None]]]:
    """The library's model, and what closes its connections. Its own retries are off: the asker has them."""
    match config.provider:
        case "openai" | "compatible":
            return _openai(config)
        case "anthropic":
            return _anthropic(config)
        case "google":
            return _google(config)


def _openai(config: ModelConfig) -> tuple[Model, Callable[[], Awaitable[None]]]:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import (
        OpenAIChatModel,
        OpenAIResponsesModel,
        OpenAIResponsesModelSettings,
    )
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(api_key=config.key or _LOCAL_KEY, base_url=config.base_url, max_retries=0)
    provider = OpenAIProvider(openai_client=client)
    if config.api == "responses":
        # What is asked is kept in our journal, and nowhere else.
        settings = OpenAIResponsesModelSettings(openai_store=False)
        return OpenAIResponsesModel(config.name, provider=provider, settings=settings), client.close
    return OpenAIChatModel(config.name, provider=provider), client.close


def _anthropic(config: ModelConfig) -> tuple[Model, Callable[[], Awaitable[None]]]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(api_key=config.key or _LOCAL_KEY, base_url=config.base_url, max_retries=0)
    return AnthropicModel(config.name, provider=AnthropicProvider(anthropic_client=client)), client.close


def _google(config: ModelConfig) -> tuple[Model, Callable[[], Awaitable[None]]]:
    from google.genai import Client
    from google.genai.types import HttpOptions, HttpRetryOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    options = HttpOptions(base_url=config.base_url, retry_options=HttpRetryOptions(attempts=1))
    client = Client(api_key=config.key or _LOCAL_KEY, http_options=options)
    return GoogleModel(config.name, provider=GoogleProvider(client=client)), client.aio.aclose
