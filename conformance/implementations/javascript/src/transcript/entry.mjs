import { isNumber, requireInteger } from '../number.mjs';
import { refuse } from '../refusal.mjs';
import { isWhiteSpace } from '../text.mjs';
import { checkLifecycle, checkProtocolOptions, checkRequestHeader } from './rules.mjs';
import { blocks, payloads, roles, tables } from './tables.mjs';
import { checkEntryTime, checkTime } from './timestamp.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */
/** @typedef {import('./tables.mjs').Type} Type */
/** @typedef {import('./tables.mjs').Table} Table */

const LEVELS = ['', 'off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * Judges an entry, and names the first fault in the order of entry.first-fault.
 *
 * @param {JsonValue} value of a line
 * @returns {JsonObject} the same
 */
export function checkEntry(value) {
  if (!(value instanceof Map)) refuse('entry.object');
  const seq = requireInteger(present(value, 'seq'), true);
  if (seq < 0n) refuse('entry.seq.range');
  if (string(present(value, 'id')) === '') refuse('entry.id.empty');
  checkEntryTime(string(present(value, 'timestamp')));
  const type = string(present(value, 'type'));
  const own = payloads.get(type) ?? refuse('entry.type.known');
  if (!value.has(own)) refuse('entry.payload.own');
  for (const other of payloads.values()) if (other !== own && value.has(other)) refuse('entry.payload.foreign');
  const payload = object(present(value, own));
  if (own === 'message') {
    checkMessage(payload);
  } else {
    checkObject(payload, tables[own]);
  }
  if (own === 'lifecycle') checkLifecycle(type, payload);
  if (own === 'requestHeader') checkRequestHeader(seq, payload);
  return value;
}

/**
 * Judges the options of a request that has no header yet: of its tools the names count, and nothing else.
 *
 * @param {string} protocol
 * @param {string[]} tools
 * @param {JsonObject} options
 */
export function checkOptions(protocol, tools, options) {
  checkObject(options, tables.options);
  const own = options.get('protocolOptions');
  if (own instanceof Map) checkProtocolOptions(protocol, own, tools);
}

/** @param {JsonObject} message */
function checkMessage(message) {
  const role = string(present(message, 'role'));
  if (!roles.includes(role)) refuse('entry.message.role');
  checkObject(message, tables[role]);
}

/**
 * @param {JsonObject} value
 * @param {Table} table
 */
function checkObject(value, table) {
  if (table.closed) {
    for (const name of value.keys()) if (!table.members.some((member) => member.name === name)) refuse('entry.closed');
  }
  for (const { name, type, required, rule } of table.members) {
    const member = required ? present(value, name) : value.get(name);
    if (member === undefined) continue;
    checkType(member, type);
    if (rule && isEmpty(member, rule)) refuse(rule);
    if (name === 'thinkingLevel' && !LEVELS.includes(string(member))) refuse('entry.request.thinking-level');
    if (name === 'maxTokens' && requireInteger(member, true) < 0n) refuse('entry.request.max-tokens');
  }
}

/**
 * Whether a required member has no value: an empty text, a blank one in a request header, or epoch 0.
 *
 * @param {JsonValue} member
 * @param {string} rule
 */
function isEmpty(member, rule) {
  if (typeof member !== 'string') return rule === 'entry.context.epoch' && requireInteger(member, false) === 0n;
  return rule === 'entry.request.blank' || rule === 'entry.request.tool-name' ? isBlank(member) : member === '';
}

/** @param {string} text */
function isBlank(text) {
  for (let at = 0; at < text.length; at += 1) if (!isWhiteSpace(text.charCodeAt(at))) return false;
  return true;
}

/**
 * @param {JsonValue} value
 * @param {Type} type
 */
function checkType(value, type) {
  if (typeof type === 'object') {
    if ('table' in type) return checkObject(object(value), tables[type.table]);
    if ('list' in type) return list(value).forEach((element) => checkType(element, type.list));
    return list(value).forEach((element) => checkBlock(object(element), type.blocks));
  }
  switch (type) {
    case 'integer':
    case 'unsigned':
      requireInteger(value, type === 'integer');
      break;
    case 'number':
      if (!isNumber(value)) refuse('entry.member.type');
      break;
    case 'boolean':
      if (typeof value !== 'boolean') refuse('entry.member.type');
      break;
    case 'object':
      object(value);
      break;
    case 'time':
      checkTime(string(value));
      break;
    case 'string':
      string(value);
      break;
    default:
  }
}

/**
 * @param {JsonObject} block
 * @param {readonly string[]} allowed
 */
function checkBlock(block, allowed) {
  const type = string(present(block, 'type'));
  if (!blocks.includes(type)) refuse('entry.block.type');
  if (!allowed.includes(type)) refuse('entry.block.role');
  checkObject(block, tables[`block ${type}`]);
}

/**
 * @param {JsonObject} value
 * @param {string} name
 * @returns {JsonValue}
 */
function present(value, name) {
  const member = value.get(name);
  return member === undefined ? refuse('entry.member.required') : member;
}

/** @param {JsonValue} value */
function string(value) {
  return typeof value === 'string' ? value : refuse('entry.member.type');
}

/** @param {JsonValue} value */
function object(value) {
  return value instanceof Map ? value : refuse('entry.member.type');
}

/** @param {JsonValue} value */
function list(value) {
  return Array.isArray(value) ? value : refuse('entry.member.type');
}
