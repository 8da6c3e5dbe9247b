import { refuse } from '../refusal.mjs';
import { isWhiteSpace } from '../text.mjs';
import { encodeEntry } from './canonical.mjs';
import { modelContext } from './context.mjs';
import { objectsOf, textOf } from './rules.mjs';
import { validate } from './session.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */

const COMPLETED = ['stop', 'length', 'error', 'aborted'];
const ENDS = ['step/end', 'turn/end', 'run/end'];

/**
 * Forks a log. Chapter *Fork*.
 *
 * @param {JsonObject[]} entries of a log that loads
 * @param {string} messageId
 * @param {string} mode
 * @param {string} replacement
 * @param {() => string} newId
 * @param {string} now
 * @returns {{ kept: number, added: string }} how many entries are kept, and the line behind them, if there is one
 */
export function fork(entries, messageId, mode, replacement, newId, now) {
  validate(entries);
  if (mode !== 'before_user' && mode !== 'after_assistant') refuse('fork.mode');
  const at = entries.findIndex((entry) => entry.get('type') === 'message' && entry.get('id') === messageId);
  if (at === -1) refuse('fork.message');
  if (mode === 'after_assistant') {
    const kept = endOfAnswer(entries, at);
    checkContext(entries.slice(0, kept));
    return { kept, added: '' };
  }
  const message = new Map([['role', /** @type {JsonValue} */ ('user')], ['content', replaced(entries, at, trimmed(replacement))]]);
  const members = { seq: { spelling: String(at) }, id: newId(), timestamp: now, type: 'message', message };
  const added = new Map(Object.entries(members));
  const line = encodeEntry(added);
  const forked = [...entries.slice(0, at), added];
  validate(forked);
  checkContext(forked);
  return { kept: at, added: line };
}

/**
 * @param {JsonObject[]} entries
 * @param {number} at
 * @param {string} text
 * @returns {JsonValue[]} the blocks of the new message
 */
function replaced(entries, at, text) {
  const before = entries.slice(0, at).findLast((entry) => entry.get('type') === 'message');
  if (before !== undefined && !isCompleted(messageOf(before))) refuse('fork.before.answer');
  const message = messageOf(entries[at]);
  if (message.get('role') !== 'user') refuse('fork.before.user');
  const blocks = objectsOf(message, 'content');
  const first = blocks.findIndex((block) => block.get('type') === 'text');
  const content = blocks.toSpliced(Math.max(first, 0), first === -1 ? 0 : 1, new Map(Object.entries({ type: 'text', text })));
  const says = (/** @type {JsonObject} */ block) =>
    block.get('type') === 'text' ? trimmed(textOf(block, 'text')) !== '' : textOf(block, 'data') !== '';
  if (!content.some(says)) refuse('fork.before.empty');
  return content;
}

/**
 * @param {JsonObject[]} entries
 * @param {number} at
 * @returns {number} how many entries a fork behind an answer keeps
 */
function endOfAnswer(entries, at) {
  if (!isCompleted(messageOf(entries[at]))) refuse('fork.after.answer');
  for (let next = at + 1; ENDS.includes(textOf(entries[next] ?? new Map(), 'type')); next += 1) {
    if (entries[next].get('type') === 'run/end') {
      const status = /** @type {JsonObject} */ (entries[next].get('lifecycle')).get('status');
      return status === 'completed' ? next + 1 : at + 1;
    }
  }
  return at + 1;
}

/** @param {JsonObject[]} entries */
function checkContext(entries) {
  for (const message of modelContext(entries).messages) {
    const map = /** @type {JsonObject} */ (message);
    if (map.get('stopReason') === 'toolUse' && map.get('role') === 'assistant' && !asksForTools(map)) refuse('fork.context');
  }
}

/** @param {JsonObject} entry */
function messageOf(entry) {
  return /** @type {JsonObject} */ (entry.get('message'));
}

/** @param {JsonObject} message */
function isCompleted(message) {
  return message.get('role') === 'assistant' && COMPLETED.includes(textOf(message, 'stopReason')) && !asksForTools(message);
}

/** @param {JsonObject} message */
function asksForTools(message) {
  return objectsOf(message, 'content').some((block) => block.get('type') === 'toolCall');
}

/** @param {string} text */
function trimmed(text) {
  let [start, end] = [0, text.length];
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
