"""The tool `read_tool_result`, bound to one loop's reader.

Chapters *Retained results* and *Arguments of read_tool_result*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from toolwire.model.retained import PageRequest
from toolwire.retained.arguments import TOOL_NAME, prepare_arguments
from toolwire.retained.error import answer, error_text
from toolwire.retained.page import Page


class ToolResultReader(Protocol):
    """What finds the captures of one loop and gives pages of them."""

    def read(self, request: PageRequest) -> Page:
        """The page that is asked for.

        Raises:
            ReadError: by its kind. Any other exception is taken as `unavailable`, and its message is not shown.
        """
        ...


@dataclass(frozen=True, slots=True)
class ToolInfo:
    """How the tool is described to a model."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """A JSON Schema; it advertises, and `prepare_call` decides."""


@dataclass(frozen=True, slots=True)
class PreparedRead:
    """A call that was judged and accepted. It asks for no permission (`read.no-effect`)."""

    request: PageRequest
    tool: ReadToolResult
    """The tool that prepared it; no other one runs it."""

    @property
    def permissions(self) -> tuple[()]:
        """What the call needs to be allowed: nothing."""
        return ()


class ReadToolResult:
    """The tool, for one loop. Without a reader it refuses every call (`read.no-reader`)."""

    def __init__(self, reader: ToolResultReader | None) -> None:
        self._reader = reader

    def info(self) -> ToolInfo:
        """How the tool is described to a model."""
        from toolwire import schema

        description = (
            "Read more of a tool result that was shortened. The end of the shortened result names its capture_id. "
            "Each page ends with a line that names the next offset, or the end."
        )
        return ToolInfo(TOOL_NAME, description, schema.standalone("retained/read-arguments"))

    def prepare_call(self, arguments: str | bytes) -> PreparedRead:
        """Judge the arguments of a call, once.

        Raises:
            PrepareError: they are refused; its `text` is for the model. The reader was not called.
        """
        return PreparedRead(prepare_arguments(arguments, reader_bound=self._reader is not None), self)

    def run(self, prepared: PreparedRead | None, *, cancelled: Callable[[], bool] = lambda: False) -> str:
        """The page that a prepared call asks for, or why there is none, as the model is shown it.

        It never raises an `Exception`. `cancelled` says whether the call was; it is asked when a read fails.
        """
        if self._reader is None:
            return error_text("no_reader")
        if prepared is None or prepared.tool is not self:
            return error_text("not_prepared")
        try:
            page = self._reader.read(prepared.request)
        except Exception as error:  # whatever it says is not for the model
            return answer(prepared.request, None, error, cancelled=cancelled())
        return answer(prepared.request, page, None)
