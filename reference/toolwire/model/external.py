"""Derived by `toolwire generate` from schemas/external; do not edit.

A rule of a schema that no type can say is missing here: the schema is what counts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType


# 1 to 256 bytes of UTF-8 without control characters (external.id). That it has at most 256 bytes is beyond a schema,
# which counts characters.
Id = Annotated[str, Meta(min_length=1, max_length=256)]


# A store's name of a body: an id, opaque (external.locator.form, external.locator.opaque). That it has at most 256
# bytes is beyond a schema, which counts characters.
Locator = Annotated[str, Meta(min_length=1, max_length=256)]


# Whether the executor went on behind the call, or stopped at it (external.disposition).
Disposition = Literal["recoverable", "fatal"]


class ExternalToolResult(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="external", forbid_unknown_fields=True, kw_only=True):
    """A result whose body is stored elsewhere (chapter External results). What the policy allows is beyond a
    schema.

    Attributes:
        call_id: The call that is answered.
        payload_ref: Where the body is; for its store alone.
        digest: `sha256:` and the digest of the body (grammars/digest.lark).
        original_size: How many bytes the body has, as a string: an unsigned 64-bit integer (external.size; its
            bound is beyond this pattern).
        preview: How the body begins.
        is_error: Whether the tool failed; false when absent, and written only when true.
        disposition: Whether the executor went on; it has no default.
    """

    call_id: Id
    payload_ref: Locator
    digest: Annotated[str, Meta(pattern="^sha256:[0-9a-f]{64}$")]
    original_size: Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,19})$")]
    preview: str
    is_error: bool = False
    disposition: Disposition


class TextContent(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="text", forbid_unknown_fields=True):
    """A text.

    Attributes:
        text: The text.
    """

    text: str


# A text of at least one character.
NamedText = Annotated[str, Meta(min_length=1)]


class UrlSource(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="url", forbid_unknown_fields=True):
    """Content by `url`.

    Attributes:
        url: The URL.
    """

    url: NamedText


class Base64Source(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="base64", forbid_unknown_fields=True):
    """Content by `base64`.

    Attributes:
        data: The bytes in base64, padded, not empty (external.base64).
    """

    data: Annotated[str, Meta(min_length=4, pattern="^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")]


class Affinity(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Whose it is.

    Attributes:
        provider_id: The provider.
        endpoint_id: Its endpoint.
    """

    provider_id: NamedText
    endpoint_id: NamedText


class FileIdSource(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="file_id", forbid_unknown_fields=True):
    """Content by `file_id`.

    Attributes:
        id: A provider's id of a file.
        affinity: Whose it is.
    """

    id: NamedText
    affinity: Affinity


class ObjectSource(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="object", forbid_unknown_fields=True):
    """Content by `object`.

    Attributes:
        handle: A handle.
        owner: Who owns it.
        payload_ref: A locator.
    """

    handle: NamedText
    owner: NamedText
    payload_ref: Locator


class ImageContent(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="image", forbid_unknown_fields=True):
    """Content of the type image.

    Attributes:
        source: Where the content is.
        media_type: Its media type.
        provider_options: What a provider is to be told; opaque.
    """

    source: UrlSource | Base64Source | FileIdSource | ObjectSource
    media_type: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET
    provider_options: dict[str, Any] | UnsetType = UNSET


class AudioContent(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="audio", forbid_unknown_fields=True):
    """Content of the type audio.

    Attributes:
        source: Where the content is.
        media_type: Its media type.
        provider_options: What a provider is to be told; opaque.
    """

    source: UrlSource | Base64Source | FileIdSource | ObjectSource
    media_type: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET
    provider_options: dict[str, Any] | UnsetType = UNSET


class VideoContent(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="video", forbid_unknown_fields=True):
    """Content of the type video.

    Attributes:
        source: Where the content is.
        media_type: Its media type.
        provider_options: What a provider is to be told; opaque.
    """

    source: UrlSource | Base64Source | FileIdSource | ObjectSource
    media_type: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET
    provider_options: dict[str, Any] | UnsetType = UNSET


class FileContent(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="file", forbid_unknown_fields=True):
    """Content of the type file.

    Attributes:
        source: Where the content is.
        media_type: Its media type.
        provider_options: What a provider is to be told; opaque.
    """

    source: UrlSource | Base64Source | FileIdSource | ObjectSource
    media_type: Annotated[str, Meta(min_length=1)] | UnsetType = UNSET
    provider_options: dict[str, Any] | UnsetType = UNSET


class DurableContent(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Structured content of a tool result.

    Attributes:
        blocks: The blocks.
    """

    blocks: tuple[TextContent | ImageContent | AudioContent | VideoContent | FileContent, ...]


class ToolResult(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What an inline result holds.

    Attributes:
        output: The body.
        durable_content: Structured content, if there is any.
        is_error: Whether the tool failed; false when absent, and written only when true.
        disposition: Whether the executor went on; it has no default.
    """

    output: str
    durable_content: DurableContent | UnsetType = UNSET
    is_error: bool = False
    disposition: Disposition


class InlineToolResult(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="inline", forbid_unknown_fields=True):
    """A result with its body (chapter External results).

    Attributes:
        call_id: The call that is answered.
        result: The result.
    """

    call_id: Id
    result: ToolResult


class Policy(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """From which size on a body is external, and how much of it a preview shows (external.policy). That
    `preview_limit` is at most `inline_threshold`, defaults included, is beyond a schema.

    Attributes:
        inline_threshold: A body of so many bytes is external.
        preview_limit: The bytes that a preview may have.
    """

    inline_threshold: Annotated[int, Meta(ge=1, le=4294967295)] = 51200
    preview_limit: Annotated[int, Meta(ge=1, le=4294967295)] = 2048
