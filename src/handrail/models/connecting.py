"""Providers by way of pydantic-ai: the one module that imports their libraries, when a question is asked."""

from __future__ import annotations

import importlib.metadata
import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

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
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from handrail.models.configuration import AnswerForm, ModelConfig
from handrail.models.prompts import Prompt
from handrail.models.provider import OtherForm, Refused, Reply, Unreachable
from handrail.models.reading import holds_object
from handrail.secrets.kept_out import keep_out, without

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from openai.types.chat import ChatCompletion

_TOOL: Final = "answer"
_PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Answers after which another try may do."""
_NOT_UNDERSTOOD: Final = frozenset({400, 415, 422, 501})
_FORM_WORDS: Final = re.compile(
    r"response.?format|json|schema|grammar|structured|tool|function|unsupported|not support|unknown|extra",
    re.IGNORECASE,
)
_FORM: Final = (
    "\n\nAnswer with one JSON object of this JSON schema, and with nothing else before or after it:\n{schema}"
)
_LOCAL_KEY: Final = "none"
"""Local servers want no key, and the libraries want one."""


class ConnectedModel:
    """A provider's model."""

    def __init__(self, config: ModelConfig) -> None:
        self._config = config
        # Some servers repeat the key that they refuse.
        keep_out(config.key or "")
        self._model, self._close = _connected(config)
        usual: AnswerForm = "tool" if config.provider == "anthropic" else "schema"
        self._form = config.answers or usual
        # What is only called compatible may know neither schemas nor tools.
        learns = config.provider == "compatible" and config.answers is None
        self._others: list[AnswerForm] = ["tool", "text"] if learns else []

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
                [_message(prompt, in_words=self._form == "text")],
                model_settings=settings,
                model_request_parameters=self._parameters(prompt),
            )
        except ModelHTTPError as error:
            if self._others and _is_about_the_form(error):
                self._form = self._others.pop(0)
                raise OtherForm(f"{self.name} is asked by {self._form} from now on") from error
            raise _http_fault(error) from error
        except ModelConnectionError as error:
            raise Unreachable(f"{self.name} could not be reached: {_line(error)}") from error
        except (httpx2.TransportError, httpx.TransportError) as error:
            # Google's library brings the older of the two.
            raise Unreachable(f"the connection to {self.name} broke: {_line(error)}") from error
        except UnexpectedModelBehavior as error:
            return Reply("", 0, 0, f"it is not of the provider's own form: {_line(error)}")
        except (LookupError, AttributeError, TypeError, ValueError) as error:
            # The libraries stumble over some answers that are not of their provider's form.
            return Reply("", 0, 0, f"it is not of the provider's own form: {_line(error)}")
        except (ModelAPIError, AgentRunError) as error:
            raise Refused(f"{self.name} could not answer: {_line(error)}") from error
        return self._reply_of(response)

    def _reply_of(self, response: ModelResponse) -> Reply:
        usage = response.usage
        text = _said(response)
        fault = _refusal(response) if not text else ""
        cut = response.finish_reason == "length"
        if self._others and not fault and not cut and not holds_object(text):
            # The server takes the form and does nothing about it: it is told in words from now on.
            self._form, self._others = "text", []
        return Reply(text, usage.input_tokens, usage.output_tokens, fault, cut)

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
        if self._form == "text":
            return ModelRequestParameters(output_mode="text", allow_text_output=True)
        form = OutputObjectDefinition(json_schema=prompt.schema, name=prompt.schema_name)
        return ModelRequestParameters(output_mode="native", output_object=form, allow_text_output=True)


def _said(response: ModelResponse) -> str:
    """The arguments of the tool, whatever was said beside it; else the text."""
    called = [part.args for part in response.parts if isinstance(part, ToolCallPart)]
    if called:
        # As it was said: the library puts what is no JSON into an object of its own.
        return called[-1] if isinstance(called[-1], str) else json.dumps(called[-1] or {})
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def _refusal(response: ModelResponse) -> str:
    """Why there is nothing, where the provider says so."""
    details = response.provider_details or {}
    if words := details.get("refusal"):
        return f"the model refuses: {' '.join(str(words).split())[:200]}"
    return "the model refuses" if response.finish_reason == "content_filter" else ""


def _message(prompt: Prompt, *, in_words: bool) -> ModelMessage:
    form = _FORM.format(schema=json.dumps(prompt.schema, ensure_ascii=False)) if in_words else ""
    content: list[Any] = [prompt.request + form]
    if prompt.picture is not None:
        content.append(BinaryContent(prompt.picture, media_type="image/jpeg"))
    return ModelRequest(parts=[UserPromptPart(content=content)], instructions=prompt.instructions)


def _http_fault(error: ModelHTTPError) -> Exception:
    words = f"{error.model_name} answered {error.status_code}{_detail(error.body)}"
    if error.status_code not in _PASSING:
        return Refused(words)
    return Unreachable(words, after=_retry_after(error))


def _is_about_the_form(error: ModelHTTPError) -> bool:
    """Whether a server says that it does not know what the answer's form was asked for with."""
    if error.status_code not in _NOT_UNDERSTOOD:
        return False
    said = _detail(error.body)
    return not said or _FORM_WORDS.search(said) is not None


def _retry_after(error: ModelHTTPError) -> float:
    """Seconds, from a number of them or from a date."""
    response = getattr(error.__cause__, "response", None)
    said = str(response.headers.get("retry-after", "")) if response is not None else ""
    try:
        return max(0.0, float(said))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(said)
    except (TypeError, ValueError):
        return 1.0
    now = datetime.now(UTC)
    return max(0.0, ((until if until.tzinfo else until.replace(tzinfo=UTC)) - now).total_seconds())


def _detail(body: object) -> str:
    """What the provider says of it, in one line."""
    inner = body.get("error", body) if isinstance(body, dict) else body
    said = inner.get("message") if isinstance(inner, dict) else inner
    if not said:
        return ""
    text = said if isinstance(said, str) else json.dumps(said)
    return f": {' '.join(without(text).split())[:200]}"


def _line(error: Exception) -> str:
    """It stands in a sentence, whose full stop comes with that."""
    return " ".join(without(str(error)).split())[:200].rstrip(".") or type(error).__name__


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
    if config.provider == "openai":
        return OpenAIChatModel(config.name, provider=provider), client.close

    class Compatible(OpenAIChatModel):
        """Takes answers that lack what OpenAI's always have."""

        def _validate_completion(self, response: ChatCompletion) -> Any:
            return super()._validate_completion(_made_whole(response, self.model_name))

    return Compatible(config.name, provider=provider), client.close


def _made_whole(response: ChatCompletion, model: str) -> ChatCompletion:
    """With what some servers leave out. Raises UnexpectedModelBehavior where there is no answer in it."""
    if not response.choices:
        error = (response.model_extra or {}).get("error")
        raise UnexpectedModelBehavior(f"there is no choice in it{_detail(error)}")
    response.id = response.id or "none"
    response.object = "chat.completion"
    response.model = response.model or model
    for number, choice in enumerate(response.choices):
        choice.index = number
        if choice.message is not None:
            choice.message.role = "assistant"
    return response


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
