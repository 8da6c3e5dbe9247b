import { objectsOf, textOf } from './rules.mjs';
import { Session } from './session.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */
/** @typedef {Record<string, any>} View */

const LISTS = { run: 'turns', turn: 'steps' };

/**
 * The session projection of entries, as its JSON view. Chapter *Session projection*.
 *
 * @param {JsonObject[]} entries that load
 * @returns {View} a view whose entries' values are JSON values
 */
export function project(entries) {
  const session = new Session();
  /** @type {View} */
  const view = { runs: [], messages: [], toolCalls: [], contexts: [], compactions: [], providerRequests: [] };
  /** @type {View[]} what is open, from the run inwards */
  const open = [];
  /** @type {Map<string, View>} */
  const calls = new Map();

  for (const [seq, entry] of entries.entries()) {
    session.accept(entry);
    const [id, type, timestamp] = [textOf(entry, 'id'), textOf(entry, 'type'), textOf(entry, 'timestamp')];
    const at = { entryId: id, seq: whole(seq) };
    const scope = scopeOf(session);
    const payload = (/** @type {string} */ name) => /** @type {JsonObject} */ (entry.get(name));
    const [unit, edge] = type.split('/');
    if (edge === 'start') {
      const parent = open.at(-1);
      const span = begin(unit, payload('lifecycle'), at, timestamp);
      (parent === undefined ? view.runs : parent[LISTS[/** @type {'run'} */ (Object.keys(LISTS)[open.length - 1])]]).push(span);
      open.push(span);
    } else if (edge === 'end') {
      const [status, reason] = ['status', 'reason'].map((name) => textOf(payload('lifecycle'), name));
      Object.assign(/** @type {View} */ (open.pop()), { endEntryId: id, endSeq: whole(seq), completedAt: timestamp, status, reason });
    } else if (type === 'message') {
      const message = payload('message');
      view.messages.push({ entryId: id, seq: whole(seq), timestamp, ...scope, message });
      for (const block of objectsOf(message, 'content')) {
        if (block.get('type') === 'toolCall') calls.set(textOf(block, 'id'), call(block, scope, at));
      }
      if (message.get('role') === 'toolResult') note(calls, message, 'result', at);
    } else if (type === 'tool_call') {
      note(calls, payload('toolCall'), 'dispatch', at);
    } else if (type === 'tool_outcome') {
      note(calls, payload('toolOutcome'), 'outcome', at).outcome = payload('toolOutcome');
    } else if (type === 'context') {
      view.contexts.push({ ...at, ...scope, context: payload('context') });
    } else if (type === 'compaction') {
      view.compactions.push({ ...at, ...scope, compaction: payload('compaction') });
    } else if (type === 'request/header') {
      view.providerRequests.push({ ...at, requestHeader: payload('requestHeader') });
    }
  }
  view.toolCalls = [...calls.values()];
  return { appliedEntries: whole(entries.length), asOfSeq: whole(entries.length - 1), ...view, open: scopeOf(session) };
}

/**
 * A view as a JSON value.
 *
 * @param {any} view
 * @returns {JsonValue}
 */
export function asJson(view) {
  if (Array.isArray(view)) return view.map(asJson);
  if (typeof view !== 'object' || view === null || view instanceof Map || 'spelling' in view) return view;
  return new Map(Object.entries(view).map(([name, member]) => [name, asJson(member)]));
}

/** @param {number} number */
export function whole(number) {
  return { spelling: String(number) };
}

/** @param {Session} session */
function scopeOf({ scope: { run, turn, step } }) {
  return { runId: run, turnId: turn, stepId: step };
}

/**
 * @param {string} unit
 * @param {JsonObject} lifecycle
 * @param {View} at
 * @param {string} startedAt
 * @returns {View}
 */
function begin(unit, lifecycle, at, startedAt) {
  const units = ['run', 'turn', 'step'];
  const names = units.slice(0, units.indexOf(unit) + 1).map((name) => `${name}Id`);
  return {
    ...Object.fromEntries(names.map((name) => [name, textOf(lifecycle, name)])),
    startEntryId: at.entryId,
    startSeq: at.seq,
    startedAt,
    ...{ endEntryId: null, endSeq: null, completedAt: null, status: '', reason: '' },
    ...(unit === 'step' ? {} : { [LISTS[/** @type {'run'} */ (unit)]]: [] }),
  };
}

/**
 * @param {JsonObject} block
 * @param {View} scope
 * @param {View} at
 * @returns {View}
 */
function call(block, scope, at) {
  const later = ['dispatch', 'result', 'outcome'].flatMap((name) => [[`${name}EntryId`, null], [`${name}Seq`, null]]);
  return {
    toolCallId: textOf(block, 'id'),
    toolName: textOf(block, 'name'),
    arguments: block.get('arguments') ?? new Map(),
    ...scope,
    requestEntryId: at.entryId,
    requestSeq: at.seq,
    ...Object.fromEntries(later),
    outcome: null,
  };
}

/**
 * Notes an entry about a call.
 *
 * @param {Map<string, View>} calls
 * @param {JsonObject} payload
 * @param {string} name
 * @param {View} at
 * @returns {View} the call
 */
function note(calls, payload, name, at) {
  const found = /** @type {View} */ (calls.get(textOf(payload, 'toolCallId')));
  return Object.assign(found, { [`${name}EntryId`]: at.entryId, [`${name}Seq`]: at.seq });
}
