import * as toolwire from './index.mjs';

/** The profiles that the operations below make up. */
export const profiles = ['text-json', 'carrier-reader', 'carrier-writer', 'carrier-diagnosis', 'carrier-ingress'];

/**
 * What each operation of the adapter protocol gives for the `input` of a request.
 *
 * @type {Record<string, (input: any) => unknown>}
 */
const results = {
  'text.decode': ({ document }) => text(document),
  'json.integer': ({ document, signed }) => toolwire.requireInteger(toolwire.readJson(text(document)), signed).toString(),
  'json.equal': ({ left, right }) => toolwire.equalJson(toolwire.readJson(text(left)), toolwire.readJson(text(right))),
  'carrier.classify': ({ role, content }) => toolwire.classify(role, text(content)),
  'carrier.is_carrier': ({ role, content }) => toolwire.isCarrier(role, text(content)),
  'carrier.parse_prompt': ({ content }) => toolwire.parsePrompt(text(content)),
  'carrier.parse_native': ({ content }) => toolwire.parseNative(text(content)),
  'carrier.native_attachments': ({ value }) => toolwire.nativeAttachments(asJsonValue(value)),
  'carrier.parse_marker_line': ({ line }) => toolwire.parseMarkerLine(text(line)),
  'carrier.image_refs': ({ role, content }) => toolwire.imageRefs(role, text(content)),
  'carrier.marker_line': ({ attachment }) => toolwire.markerLine(withText(attachment)),
  'carrier.render_prompt': (input) => toolwire.renderPrompt(text(input.text), input.attachments.map(withText)),
  'carrier.render_native_attachments': ({ attachments }) => toolwire.renderNativeAttachments(attachments.map(withText)),
  'carrier.render_native': (input) =>
    toolwire.renderNative(input.tool_call_id, text(input.text), input.attachments.map(withText)),
  'carrier.rebuild': ({ role, content, text: body, attachments }) =>
    toolwire.rebuild(role, text(content), attachments.map(withText), body === undefined ? undefined : text(body)),
  'carrier.diagnose': ({ role, content }) => toolwire.diagnose(role, text(content)),
  'carrier.guard_user_text': (input) => toolwire.guardUserText(text(input.text)),
};

/**
 * Runs one operation.
 *
 * @param {string} op its name in the adapter protocol
 * @param {any} input the `input` of a request
 * @returns {string} what the answer holds beside the id: JSON members, without the braces
 */
export function run(op, input) {
  try {
    if (op === 'json.read') return `"result":${toolwire.writeJson(toolwire.readJson(text(input.document)))}`;
    if (!Object.hasOwn(results, op)) return '"unsupported":true';
    return `"result":${JSON.stringify(results[op](input))}`;
  } catch (error) {
    if (!(error instanceof toolwire.Refusal)) return `"error":${JSON.stringify({ message: String(error) })}`;
    return `"refused":${JSON.stringify({ rule: error.rule, phase: error.phase })}`;
  }
}

/**
 * @param {string | { base64: string }} member a text member or a document of a request
 * @returns {string}
 */
function text(member) {
  if (typeof member === 'string') return toolwire.requireText(member);
  if (typeof member?.base64 !== 'string') throw new TypeError('neither a string nor base64');
  const binary = atob(member.base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return toolwire.decodeText(bytes);
}

/**
 * @param {any} attachment of a request
 * @returns {any} the same with its target as text
 */
function withText({ kind, target }) {
  return { kind, target: typeof target?.base64 === 'string' ? text(target) : target };
}

/**
 * @param {any} value of a request, as `JSON.parse` gave it
 * @returns {any} the same as `readJson` gives it, down to the items: no reader of attachments looks deeper
 */
function asJsonValue(value) {
  const isObject = (/** @type {unknown} */ item) => typeof item === 'object' && item !== null && !Array.isArray(item);
  return Array.isArray(value) ? value.map((item) => (isObject(item) ? new Map(Object.entries(item)) : item)) : value;
}
