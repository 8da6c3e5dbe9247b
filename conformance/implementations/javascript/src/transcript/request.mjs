import { equalJson } from '../json.mjs';
import { refuse } from '../refusal.mjs';
import { requireInteger } from '../number.mjs';
import { modelContext, userMessage } from './context.mjs';
import { checkOptions } from './entry.mjs';
import { whole } from './projection.mjs';
import { objectsOf, textOf } from './rules.mjs';
import { validate } from './session.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */

const PROTOCOLS = ['anthropic-messages', 'openai-completions', 'openai-responses'];

/**
 * The view of a provider request. Chapter *Provider requests*.
 *
 * @param {JsonObject[]} entries of a log that loads
 * @param {string} id its providerRequestId
 * @returns {Record<string, any>}
 */
export function reconstruct(entries, id) {
  validate(entries);
  const at = entries.findIndex((entry) => headerOf(entry)?.get('providerRequestId') === id);
  if (at === -1) refuse('request.found');
  const header = /** @type {JsonObject} */ (headerOf(entries[at]));
  const before = entries.slice(0, at);
  const { messages } = modelContext(before);
  const texts = new Map(before.flatMap((entry) => {
    const context = /** @type {JsonObject | undefined} */ (entry.get('context'));
    return context ? [[textOf(context, 'attachmentId'), textOf(context, 'rendered')]] : [];
  }));
  for (const attachment of objectsOf(header, 'attachments')) {
    const index = Number(requireInteger(attachment.get('messageIndex') ?? null, true));
    if (index > messages.length) refuse('request.attachment.gap');
    messages.splice(index, 0, userMessage(texts.get(textOf(attachment, 'attachmentId')) ?? ''));
  }
  const systemPrompt = textOf(header, 'systemPrompt');
  const tools = objectsOf(header, 'tools');
  const input = { messages, ...(systemPrompt && { systemPrompt }), ...(tools.length > 0 && { tools }) };
  return { headerEntryId: textOf(entries[at], 'id'), headerSeq: whole(at), header, input, options: streamOptions(header) };
}

/** @param {JsonObject} entry */
function headerOf(entry) {
  return /** @type {JsonObject | undefined} */ (entry.get('requestHeader'));
}

/**
 * The stream options that a header says. Implements request.options.
 *
 * @param {JsonObject} header
 * @returns {JsonObject}
 */
function streamOptions(header) {
  const options = /** @type {JsonObject} */ (header.get('options') ?? new Map());
  /** @type {JsonObject} */
  const restored = new Map();
  const temperature = options.get('temperature');
  if (temperature !== undefined) restored.set('temperature', temperature);
  const maxTokens = options.get('maxTokens');
  if (maxTokens !== undefined && requireInteger(maxTokens, true) !== 0n) restored.set('maxTokens', maxTokens);
  if (textOf(header, 'thinkingLevel')) restored.set('reasoning', textOf(header, 'thinkingLevel'));
  const own = options.get('protocolOptions');
  if (own instanceof Map) {
    const protocol = textOf(header, 'protocol');
    /** @type {JsonObject} */
    const extension = new Map([['protocol', protocol]]);
    if (textOf(own, 'thinkingDisplay')) extension.set('thinkingDisplay', textOf(own, 'thinkingDisplay'));
    const choice = own.get('toolChoice');
    if (choice instanceof Map) extension.set('toolChoice', providerChoice(protocol, textOf(choice, 'mode'), textOf(choice, 'name')));
    restored.set('extension', extension);
  }
  return restored;
}

/**
 * A tool choice in the form of its protocol.
 *
 * @param {string} protocol
 * @param {string} mode
 * @param {string} name
 * @returns {JsonValue}
 */
function providerChoice(protocol, mode, name) {
  if (name) return namedChoice(protocol, name);
  return protocol === 'anthropic-messages' ? new Map([['type', mode]]) : mode;
}

/**
 * The choice of a tool by its name in the form of its protocol.
 *
 * @param {string} protocol
 * @param {string} name
 * @returns {JsonValue}
 */
function namedChoice(protocol, name) {
  if (protocol === 'anthropic-messages') return new Map(Object.entries({ type: 'tool', name }));
  if (protocol === 'openai-responses') return new Map(Object.entries({ type: 'function', name }));
  return new Map(/** @type {[string, JsonValue][]} */ ([['type', 'function'], ['function', new Map([['name', name]])]]));
}

/**
 * What a request header keeps of stream options. Implements request.capture.*.
 *
 * @param {string} protocol
 * @param {JsonValue[]} tools
 * @param {JsonObject} options
 * @returns {JsonObject}
 */
export function captureOptions(protocol, tools, options) {
  if (options.get('rewritesBody') === true) refuse('request.capture.rewrite');
  /** @type {JsonObject} */
  const captured = new Map();
  for (const name of ['temperature', 'maxTokens']) if (options.has(name)) captured.set(name, options.get(name) ?? null);
  const extension = options.get('extension');
  if (extension !== undefined) captured.set('protocolOptions', protocolOptions(protocol, extension));
  checkOptions(protocol, tools.map((tool) => textOf(/** @type {JsonObject} */ (tool), 'name')), captured);
  const maxTokens = captured.get('maxTokens');
  if (maxTokens !== undefined && requireInteger(maxTokens, true) === 0n) captured.delete('maxTokens');
  return captured;
}

/**
 * @param {string} protocol
 * @param {JsonValue} extension
 * @returns {JsonObject}
 */
function protocolOptions(protocol, extension) {
  const members = extension instanceof Map ? extension : new Map();
  if (members.get('protocol') !== protocol || !PROTOCOLS.includes(protocol)) refuse('request.capture.protocol');
  /** @type {JsonObject} */
  const captured = new Map();
  const display = members.get('thinkingDisplay');
  if (display !== undefined && display !== '') captured.set('thinkingDisplay', display);
  if (members.has('toolChoice')) captured.set('toolChoice', captureChoice(protocol, members.get('toolChoice')));
  return captured;
}

/**
 * @param {string} protocol
 * @param {JsonValue} choice in the form of its protocol
 * @returns {JsonObject}
 */
function captureChoice(protocol, choice) {
  if (typeof choice === 'string' && protocol !== 'anthropic-messages') return new Map([['mode', choice]]);
  if (!(choice instanceof Map)) refuse('request.capture.choice');
  const named = choice.get('function') instanceof Map ? /** @type {JsonObject} */ (choice.get('function')) : choice;
  const [name, type] = [named.get('name'), choice.get('type')];
  if (typeof name === 'string' && equalJson(namedChoice(protocol, name), choice)) return new Map([['name', name]]);
  if (typeof type === 'string' && equalJson(providerChoice(protocol, type, ''), choice)) return new Map([['mode', type]]);
  return refuse('request.capture.choice');
}
