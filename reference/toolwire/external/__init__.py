"""External results: tool results inline or by reference, with their failure facts in both forms.

    >>> from toolwire import external
    >>> made = external.make(
    ...     "call-1", "x" * 60000, is_error=True, disposition="recoverable", policy=external.Policy(), locator="r-1"
    ... )
    >>> made.original_size, len(made.preview), made.is_error
    ('60000', 2048, True)
    >>> external.decode(external.encode(made)) == made
    True

A host stores first and submits then: `make_result`. A locator is opaque: hand it to its store, and to nothing else.
"""

from toolwire.external.make import make, make_result, mint_locator
from toolwire.external.payload import Payload, decode, encode, from_value, view
from toolwire.external.policy import Admission, admit, admit_values, policy_from_value
from toolwire.external.store import FilePayloadStore, FsspecPayloadStore, PayloadStore
from toolwire.external.verify import State, Verification, read_body, state, state_text, verify
from toolwire.model.external import Disposition, ExternalToolResult, InlineToolResult, Policy, ToolResult

__all__ = [
    "Admission",
    "Disposition",
    "ExternalToolResult",
    "FilePayloadStore",
    "FsspecPayloadStore",
    "InlineToolResult",
    "Payload",
    "PayloadStore",
    "Policy",
    "State",
    "ToolResult",
    "Verification",
    "admit",
    "admit_values",
    "decode",
    "encode",
    "from_value",
    "make",
    "make_result",
    "mint_locator",
    "policy_from_value",
    "read_body",
    "state",
    "state_text",
    "verify",
    "view",
]
