/** @typedef {import('../../playground/assets/toolwire.mjs').JsonObject} JsonObject */
/** @typedef {import('../../playground/assets/toolwire.mjs').JsonValue} JsonValue */

/**
 * What might come next.
 *
 * @typedef {{ name: string, about: string, type: string, member: string, payload: Record<string, any> }} Candidate
 */

/**
 * What a session looks like from outside.
 *
 * @typedef {object} Position
 * @property {{ run: string | null, turn: string | null, step: string | null }} scope
 * @property {string[]} pending ids of the calls without result
 * @property {(id: string) => { name: string, arguments: JsonValue, dispatched: boolean, answered: boolean, hasOutcome: boolean } | undefined} call
 * @property {string[]} calls ids of all calls so far
 * @property {string | null} activeCompaction
 * @property {string | null} lastKept id of the last message that a compaction may keep first
 * @property {number} nextSeq
 * @property {(stem: string) => string} fresh an id that is new to the session
 */

/**
 * One entry of each kind, as near to acceptable as this position allows; the validator says which of them it takes.
 *
 * @param {Position} position
 * @returns {Candidate[]}
 */
export function candidates({ scope, pending, call, calls, activeCompaction, lastKept, nextSeq, fresh }) {
  const run = scope.run ?? fresh('run');
  const turn = scope.turn ?? fresh('turn');
  const step = scope.step ?? fresh('step');
  const waiting = pending[0] ?? calls.at(-1) ?? 'call_0';
  const undispatched = pending.find((id) => call(id)?.dispatched === false) ?? waiting;
  const unfinished = calls.findLast((id) => call(id)?.answered && !call(id)?.hasOutcome) ?? waiting;
  const nameOf = (/** @type {string} */ id) => call(id)?.name ?? 'tool';
  const text = (/** @type {string} */ words) => [{ type: 'text', text: words }];
  const assistant = (/** @type {object[]} */ content) => ({ role: 'assistant', content, protocol: 'anthropic-messages', provider: 'example', model: 'model-1', stopReason: 'stop' });
  const lifecycle = (/** @type {string} */ name, /** @type {string} */ about, /** @type {object} */ payload) => ({ name, about, type: name, member: 'lifecycle', payload });
  const message = (/** @type {string} */ name, /** @type {string} */ about, /** @type {object} */ payload) => ({ name, about, type: 'message', member: 'message', payload });
  return [
    lifecycle('run/start', 'a run begins', { runId: fresh('run') }),
    lifecycle('run/end', 'the run ends', { runId: run, status: 'completed' }),
    lifecycle('turn/start', 'a turn begins', { runId: run, turnId: fresh('turn') }),
    lifecycle('turn/end', 'the turn ends', { runId: run, turnId: turn, status: 'completed' }),
    lifecycle('step/start', 'a step begins', { runId: run, turnId: turn, stepId: fresh('step') }),
    lifecycle('step/end', 'the step ends', { runId: run, turnId: turn, stepId: step, status: 'completed' }),
    message('user message', 'somebody says something', { role: 'user', content: text('And now?') }),
    message('assistant message', 'the model answers', assistant(text('Done.'))),
    message('assistant message with a call', 'the model asks for a tool', assistant([{ type: 'toolCall', id: fresh('call'), name: 'shell', arguments: { command: 'ls' } }])),
    { name: 'tool_call', about: 'a tool is started', type: 'tool_call', member: 'toolCall', payload: { toolCallId: undispatched, toolName: nameOf(undispatched), arguments: call(undispatched)?.arguments ?? {} } },
    message('tool result', 'the result of the first waiting call', { role: 'toolResult', toolCallId: waiting, toolName: nameOf(waiting), content: text('done'), isError: false }),
    { name: 'tool_outcome', about: 'how the call ended', type: 'tool_outcome', member: 'toolOutcome', payload: { toolCallId: unfinished, status: 'completed' } },
    { name: 'context', about: 'something is put into the context', type: 'context', member: 'context', payload: { attachmentId: fresh('attachment'), epoch: 1, kind: 'file', placement: 'prefix', revision: 'r1', rendered: 'text' } },
    { name: 'compaction', about: 'older messages are summarised', type: 'compaction', member: 'compaction', payload: { summary: 'What happened so far.', firstKeptEntryId: lastKept ?? 'nothing' } },
    {
      name: 'request/header',
      about: 'a request to the provider',
      type: 'request/header',
      member: 'requestHeader',
      payload: { providerRequestId: fresh('request'), runId: run, turnId: turn, stepId: step, provider: 'example', model: 'model-1', inputSeq: nextSeq - 1, ...(activeCompaction ? { activeCompactionEntryId: activeCompaction } : {}) },
    },
    { name: 'plan/mode', about: 'planning is switched', type: 'plan/mode', member: 'planMode', payload: { active: true } },
  ];
}
