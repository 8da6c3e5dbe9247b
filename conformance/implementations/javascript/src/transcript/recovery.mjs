import { checkEntry } from './entry.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */
/** @typedef {import('./session.mjs').Session} Session */

const TEXTS = {
  TOOL_NOT_STARTED:
    'This call was not started: the session ended before its tool was dispatched. It had no effect and can be requested again.',
  TOOL_OUTCOME_UNKNOWN:
    'The outcome of this call is unknown: the session ended after its tool may have started. Check what it changed before requesting it again.',
};

/**
 * The entries that close an interrupted session, which accepts them. Chapter *Recovery*.
 *
 * @param {Session} session
 * @param {boolean} recordsDispatch whether the absence of a dispatch says that a tool was not started
 * @param {() => string} newId
 * @param {string} now
 * @returns {JsonObject[]}
 */
export function repair(session, recordsDispatch, newId, now) {
  const first = session.nextSeq;
  const repairs = payloads(session, recordsDispatch).map(([type, name, payload], index) =>
    map({ seq: { spelling: String(first + index) }, id: newId(), timestamp: now, type, [name]: map(payload) }),
  );
  session.commit(session.prepare(repairs));
  return repairs.map(checkEntry);
}

/**
 * @param {Session} session
 * @param {boolean} recordsDispatch
 * @returns {[string, string, Record<string, JsonValue>][]} type, payload member and payload of each repair
 */
function payloads(session, recordsDispatch) {
  /** @type {[string, string, Record<string, JsonValue>][]} */
  const found = [];
  for (const id of session.pending) {
    const { name, dispatched } = session.call(id);
    const errorCode = recordsDispatch && !dispatched ? 'TOOL_NOT_STARTED' : 'TOOL_OUTCOME_UNKNOWN';
    const content = [map({ type: 'text', text: TEXTS[errorCode] })];
    found.push(['message', 'message', { role: 'toolResult', toolCallId: id, toolName: name, content, isError: true }]);
    found.push(['tool_outcome', 'toolOutcome', { toolCallId: id, status: 'failed', errorCode }]);
  }
  const { run, turn, step } = session.scope;
  const end = { status: 'interrupted', reason: 'process_interrupted' };
  if (step) found.push(['step/end', 'lifecycle', { runId: run, turnId: turn, stepId: step, ...end }]);
  if (turn) found.push(['turn/end', 'lifecycle', { runId: run, turnId: turn, ...end }]);
  if (run) found.push(['run/end', 'lifecycle', { runId: run, ...end }]);
  return found;
}

/**
 * @param {Record<string, JsonValue>} members
 * @returns {JsonObject}
 */
function map(members) {
  return new Map(Object.entries(members));
}
