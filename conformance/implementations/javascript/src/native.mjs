import { isKind, requireWritable } from './attachment.mjs';
import { readDocument } from './json.mjs';
import { legacy, partsOf } from './reading.mjs';
import { Refusal, refuse } from './refusal.mjs';
import { requireText } from './text.mjs';

/** @typedef {import('./attachment.mjs').Attachment} Attachment */
/** @typedef {import('./json.mjs').JsonValue} JsonValue */
/** @typedef {import('./json.mjs').Span} Span */
/** @typedef {import('./reading.mjs').Reading} Reading */

/**
 * Reads a content whose role is not known as a native carrier. Implements carrier.native.alone.
 *
 * @param {string} content
 * @returns {import('./reading.mjs').Parts | null} null when it is a raw legacy carrier
 */
export function parseNative(content) {
  const { reading } = readNative(requireText(content));
  return reading.reason === 'not-json' || reading.reason === 'not-envelope' ? null : partsOf(reading);
}

/**
 * Reads a native carrier. Implements carrier.native.*.
 *
 * @param {string} content a text
 * @returns {{ reading: Reading, spans: Map<string, Span> }} with the spans of the values of the envelope's members
 */
export function readNative(content) {
  const { value, spans } = readIfJson(content);
  return { reading: readEnvelope(content, value), spans };
}

/**
 * Reads a value as `attachments` alone. Implements carrier.native.value.
 *
 * @param {JsonValue | undefined} value
 * @returns {Attachment[] | null} null when the value is absent or not an array
 */
export function nativeAttachments(value) {
  if (!Array.isArray(value)) return null;
  const attachments = readItems(value);
  for (const { target } of attachments) requireText(target);
  return attachments;
}

/**
 * Writes the value of `attachments`.
 *
 * @param {Attachment[]} attachments
 * @returns {Attachment[]} what `JSON.stringify` gives as carrier.write.native asks
 */
export function renderNativeAttachments(attachments) {
  return attachments.map(requireWritable);
}

/**
 * Writes an envelope. Implements carrier.write.native, carrier.write.declares, carrier.write.call-id and
 * carrier.write.escapes, which are just the escapes of `JSON.stringify`.
 *
 * @param {string | null} callId the id of the call, or null when none is known
 * @param {string} text the body
 * @param {Attachment[]} attachments
 * @returns {string} the content of a message of role `tool`
 */
export function renderNative(callId, text, attachments) {
  const items = renderNativeAttachments(attachments);
  if (typeof callId !== 'string' && callId !== null) refuse('carrier.write.call-id');
  if (callId !== null) requireText(callId);
  return JSON.stringify({ attachments: items, content: requireText(text), tool_call_id: callId });
}

/**
 * @param {string} content
 * @returns {{ value: JsonValue | undefined, spans: Map<string, Span> }} the value is undefined when this is no JSON text
 */
function readIfJson(content) {
  try {
    return readDocument(content);
  } catch (error) {
    if (error instanceof Refusal) return { value: undefined, spans: new Map() };
    throw error;
  }
}

/**
 * @param {string} content
 * @param {JsonValue | undefined} envelope its value
 * @returns {Reading}
 */
function readEnvelope(content, envelope) {
  if (envelope === undefined) return legacy('native', 'not-json', content);
  if (!(envelope instanceof Map)) return legacy('native', 'not-envelope', content);
  const text = envelope.get('content');
  const callId = envelope.get('tool_call_id');
  if (typeof text !== 'string' || (typeof callId !== 'string' && callId !== null)) return legacy('native', 'not-envelope', content);
  const items = envelope.get('attachments');
  if (items === undefined) return legacy('native', 'no-attachments', text);
  if (!Array.isArray(items)) return legacy('native', 'attachments-not-array', text);
  const attachments = readItems(items);
  return { kind: 'native', reason: null, attachments, text, skipped: items.length - attachments.length };
}

/**
 * The items that are attachments. Implements carrier.native.item, carrier.native.skip and carrier.native.item-members.
 *
 * @param {JsonValue[]} items
 * @returns {Attachment[]}
 */
function readItems(items) {
  return items.flatMap((item) => {
    if (!(item instanceof Map)) return [];
    const kind = item.get('kind');
    const target = item.get('target');
    return isKind(kind) && typeof target === 'string' && target !== '' && !target.includes('\n') ? [{ kind, target }] : [];
  });
}
