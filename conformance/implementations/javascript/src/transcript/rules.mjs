import { requireInteger } from '../number.mjs';
import { refuse } from '../refusal.mjs';

/** @typedef {import('../json.mjs').JsonObject} JsonObject */

const STATUSES = ['completed', 'failed', 'cancelled', 'interrupted'];
const OPENAI_MODES = ['auto', 'none', 'required'];
const MODES = new Map([
  ['anthropic-messages', ['auto', 'any', 'none']],
  ['openai-completions', OPENAI_MODES],
  ['openai-responses', OPENAI_MODES],
]);

/**
 * The text of a member of the right type; empty where there is none.
 *
 * @param {JsonObject} value
 * @param {string} name
 * @returns {string}
 */
export function textOf(value, name) {
  return /** @type {string | undefined} */ (value.get(name)) ?? '';
}

/**
 * The objects of a list; none where there is no list.
 *
 * @param {JsonObject} value
 * @param {string} name
 * @returns {JsonObject[]}
 */
export function objectsOf(value, name) {
  return /** @type {JsonObject[] | undefined} */ (value.get(name)) ?? [];
}

/**
 * Implements entry.lifecycle.* about several members.
 *
 * @param {string} type
 * @param {JsonObject} lifecycle
 */
export function checkLifecycle(type, lifecycle) {
  const [unit, edge] = type.split('/');
  const [turn, step, status, reason] = ['turnId', 'stepId', 'status', 'reason'].map((name) => textOf(lifecycle, name));
  if (unit === 'run' && (turn || step)) refuse('entry.lifecycle.run-only');
  if (unit === 'turn' && (!turn || step)) refuse('entry.lifecycle.turn');
  if (unit === 'step' && !(turn && step)) refuse('entry.lifecycle.step');
  if (edge === 'start' && (status || reason)) refuse('entry.lifecycle.start');
  if (edge === 'end' && !STATUSES.includes(status)) refuse('entry.lifecycle.end');
}

/**
 * Implements entry.request.* about several members.
 *
 * @param {bigint} seq
 * @param {JsonObject} header
 */
export function checkRequestHeader(seq, header) {
  if (requireInteger(header.get('inputSeq') ?? null, true) !== seq - 1n) refuse('entry.request.input-seq');
  const tools = objectsOf(header, 'tools').map((tool) => textOf(tool, 'name'));
  if (new Set(tools).size < tools.length) refuse('entry.request.tool-unique');
  const options = /** @type {JsonObject | undefined} */ (header.get('options'))?.get('protocolOptions');
  if (options instanceof Map) checkProtocolOptions(textOf(header, 'protocol'), options, tools);
  checkAttachments(objectsOf(header, 'attachments'));
}

/**
 * @param {string} protocol
 * @param {JsonObject} options
 * @param {string[]} tools
 */
export function checkProtocolOptions(protocol, options, tools) {
  const modes = MODES.get(protocol) ?? refuse('entry.request.protocol');
  const display = textOf(options, 'thinkingDisplay');
  if (protocol === 'openai-completions' && display) refuse('entry.request.display-protocol');
  const choice = options.get('toolChoice');
  const [mode, name] = choice instanceof Map ? [textOf(choice, 'mode'), textOf(choice, 'name')] : ['', ''];
  if (choice && !mode === !name) refuse('entry.request.choice-one');
  if (!['', 'summarized', 'omitted'].includes(display)) refuse('entry.request.display');
  if (!choice) return;
  if (tools.length === 0) refuse('entry.request.choice-tools');
  if (mode && !modes.includes(mode)) refuse('entry.request.choice-mode');
  if (name && !tools.includes(name)) refuse('entry.request.choice-name');
}

/** @param {JsonObject[]} attachments */
function checkAttachments(attachments) {
  const seen = new Set();
  let last = -1n;
  for (const attachment of attachments) {
    const id = textOf(attachment, 'attachmentId');
    if (seen.has(id)) refuse('entry.request.attachment-unique');
    seen.add(id);
    const index = requireInteger(attachment.get('messageIndex') ?? null, true);
    if (index <= last) refuse('entry.request.attachment-order');
    last = index;
  }
}
