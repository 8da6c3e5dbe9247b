import { equalJson } from '../json.mjs';
import { requireInteger } from '../number.mjs';
import { refuse } from '../refusal.mjs';
import { encodeEntry } from './canonical.mjs';
import { Layer } from './layer.mjs';
import { objectsOf, textOf } from './rules.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */

/**
 * @typedef {object} Call
 * @property {string} name
 * @property {JsonValue} arguments
 * @property {string} step the step in which it was asked for
 * @property {boolean} dispatched
 * @property {boolean} answered
 * @property {boolean} hasOutcome
 */

const SPACES = /** @type {const} */ (['runs', 'turns', 'steps', 'requests', 'attachments', 'kept', 'ids']);
const PLAIN = /** @type {const} */ (['run', 'turn', 'step', 'boundary', 'headed', 'queue', 'head', 'nextSeq']);

/** Where a session stands. Ids are empty where nothing is open. Chapter *Session rules*. */
class State {
  run = '';
  turn = '';
  step = '';
  boundary = '';
  headed = false;
  /** @type {string[]} the calls of the last message that has some; those from `head` on are pending */
  queue = [];
  head = 0;
  nextSeq = 0n;
  /** @type {Layer<Call>} */
  calls = new Layer();
  /** @type {Layer<true>} */
  runs = new Layer();
  /** @type {Layer<true>} */
  turns = new Layer();
  /** @type {Layer<true>} */
  steps = new Layer();
  /** @type {Layer<true>} */
  requests = new Layer();
  /** @type {Layer<true>} */
  attachments = new Layer();
  /** @type {Layer<true>} messages that a compaction may keep first */
  kept = new Layer();
  /** @type {Layer<true>} ids of entries */
  ids = new Layer();

  /** A state that begins as this one, and that leaves this one alone. */
  stage() {
    const staged = new State();
    for (const name of PLAIN) Object.assign(staged, { [name]: this[name] });
    for (const name of SPACES) staged[name] = new Layer(this[name]);
    staged.calls = new Layer(this.calls);
    return staged;
  }

  /** @param {State} staged one that was staged on this one */
  merge(staged) {
    for (const name of PLAIN) Object.assign(this, { [name]: staged[name] });
    for (const name of SPACES) this[name].merge(staged[name]);
    this.calls.merge(staged.calls);
  }

  get waiting() {
    return this.queue[this.head];
  }

  /** @param {JsonObject} entry that keeps the rules of entries */
  take(entry) {
    const id = textOf(entry, 'id');
    if (requireInteger(entry.get('seq') ?? null, true) !== this.nextSeq) refuse('entry.seq.position');
    if (this.ids.get(id)) refuse('entry.id.unique');
    const type = textOf(entry, 'type');
    const [unit, edge] = type.split('/');
    const payload = (/** @type {string} */ name) => /** @type {JsonObject} */ (entry.get(name));
    if (edge === 'start' || edge === 'end') this.#lifecycle(type, payload('lifecycle'));
    else if (type === 'message') this.#message(id, payload('message'));
    else if (type === 'tool_call') this.#dispatch(payload('toolCall'));
    else if (type === 'tool_outcome') this.#outcome(payload('toolOutcome'));
    else if (type === 'context') this.#context(payload('context'));
    else if (type === 'compaction') this.#compaction(id, payload('compaction'));
    else if (unit === 'request') this.#request(payload('requestHeader'));
    this.ids.set(id, true);
    this.nextSeq += 1n;
  }

  /**
   * @param {string} type
   * @param {JsonObject} lifecycle
   */
  #lifecycle(type, lifecycle) {
    const [run, turn, step] = ['runId', 'turnId', 'stepId'].map((name) => textOf(lifecycle, name));
    const rule = (/** @type {boolean} */ broken, /** @type {string} */ name) => {
      if (broken) refuse(`session.lifecycle.${name}`);
    };
    const ofTurn = type === 'turn/end' || type.startsWith('step/');
    rule(this.waiting !== undefined, 'pending');
    rule(type === 'run/start' && this.run !== '', 'one-run');
    rule(type !== 'run/start' && this.run === '', 'open-run');
    rule(type !== 'run/start' && run !== this.run, 'same-run');
    rule(type === 'turn/start' && this.turn !== '', 'one-turn');
    rule(ofTurn && this.turn === '', 'open-turn');
    rule(ofTurn && turn !== this.turn, 'same-turn');
    rule(type === 'step/start' && this.step !== '', 'one-step');
    rule(type === 'step/end' && this.step === '', 'open-step');
    rule(type === 'step/end' && step !== this.step, 'same-step');
    rule(type === 'run/end' && this.turn !== '', 'inner-turn');
    rule(type === 'turn/end' && this.step !== '', 'inner-step');
    rule(type === 'run/start' && this.runs.get(run) === true, 'new-run');
    rule(type === 'turn/start' && this.turns.get(turn) === true, 'new-turn');
    rule(type === 'step/start' && this.steps.get(step) === true, 'new-step');
    if (type === 'run/start') this.runs.set(run, true);
    if (type === 'turn/start') this.turns.set(turn, true);
    if (type === 'step/start') this.steps.set(step, true);
    if (type.startsWith('run/')) this.run = type === 'run/start' ? run : '';
    if (type.startsWith('turn/')) this.turn = type === 'turn/start' ? turn : '';
    if (type.startsWith('step/')) {
      this.step = type === 'step/start' ? step : '';
      this.headed = false;
    }
  }

  /**
   * @param {string} id
   * @param {JsonObject} message
   */
  #message(id, message) {
    const role = textOf(message, 'role');
    if (role === 'toolResult') return this.#result(message);
    if (this.waiting !== undefined) refuse(`session.${role}.pending`);
    if (role === 'user' && this.turn === '') refuse('session.user.open-turn');
    if (role === 'assistant') {
      this.#inStep('assistant');
      this.#requestCalls(message);
    }
    this.kept.set(id, true);
  }

  /** @param {JsonObject} message */
  #requestCalls(message) {
    const blocks = objectsOf(message, 'content').filter((block) => block.get('type') === 'toolCall');
    const seen = new Set();
    for (const block of blocks) {
      const id = textOf(block, 'id');
      if (id === '') refuse('session.assistant.call-empty');
      if (seen.has(id) || this.calls.get(id)) refuse('session.assistant.call-new');
      seen.add(id);
    }
    if (blocks.length === 0) return;
    for (const block of blocks) {
      this.calls.set(textOf(block, 'id'), {
        name: textOf(block, 'name'),
        arguments: block.get('arguments') ?? new Map(),
        step: this.step,
        dispatched: false,
        answered: false,
        hasOutcome: false,
      });
    }
    this.queue = blocks.map((block) => textOf(block, 'id'));
    this.head = 0;
  }

  /** @param {JsonObject} result */
  #result(result) {
    this.#inStep('result');
    const id = this.waiting ?? refuse('session.result.expected');
    if (textOf(result, 'toolCallId') !== id) refuse('session.result.model-order');
    const call = /** @type {Call} */ (this.calls.get(id));
    if (textOf(result, 'toolName') !== call.name) refuse('session.result.name');
    this.calls.set(id, { ...call, arguments: null, answered: true });
    this.head += 1;
  }

  /** @param {JsonObject} dispatch */
  #dispatch(dispatch) {
    this.#inStep('dispatch');
    const id = textOf(dispatch, 'toolCallId');
    const call = this.calls.get(id);
    if (call === undefined || call.answered) refuse('session.dispatch.waiting');
    if (call.dispatched) refuse('session.dispatch.once');
    if (textOf(dispatch, 'toolName') !== call.name) refuse('session.dispatch.name');
    if (!equalJson(dispatch.get('arguments') ?? null, call.arguments)) refuse('session.dispatch.arguments');
    this.calls.set(id, { ...call, dispatched: true });
  }

  /** @param {JsonObject} outcome */
  #outcome(outcome) {
    this.#inStep('outcome');
    const id = textOf(outcome, 'toolCallId');
    const call = this.calls.get(id) ?? refuse('session.outcome.known');
    if (!call.answered) refuse('session.outcome.result');
    if (call.hasOutcome) refuse('session.outcome.once');
    if (call.step !== this.step) refuse('session.outcome.step');
    this.calls.set(id, { ...call, hasOutcome: true });
  }

  /** @param {JsonObject} context */
  #context(context) {
    this.#inStep('context');
    const id = textOf(context, 'attachmentId');
    if (this.attachments.get(id)) refuse('session.context.new-id');
    this.attachments.set(id, true);
  }

  /**
   * @param {string} id
   * @param {JsonObject} compaction
   */
  #compaction(id, compaction) {
    if (this.waiting !== undefined) refuse('session.compaction.pending');
    if (!this.kept.get(textOf(compaction, 'firstKeptEntryId'))) refuse('session.compaction.kept');
    this.boundary = id;
  }

  /** @param {JsonObject} header */
  #request(header) {
    this.#inStep('request');
    const scope = ['runId', 'turnId', 'stepId'].map((name) => textOf(header, name));
    if (scope[0] !== this.run || scope[1] !== this.turn || scope[2] !== this.step) refuse('session.request.scope');
    const id = textOf(header, 'providerRequestId');
    if (this.requests.get(id)) refuse('session.request.new-id');
    if (this.headed) refuse('session.request.one');
    if (textOf(header, 'activeCompactionEntryId') !== this.boundary) refuse('session.request.boundary');
    for (const attachment of objectsOf(header, 'attachments')) {
      if (!this.attachments.get(textOf(attachment, 'attachmentId'))) refuse('session.request.attachment');
    }
    this.requests.set(id, true);
    this.headed = true;
  }

  /** @param {string} family */
  #inStep(family) {
    if (this.step === '') refuse(`session.${family}.open-step`);
  }
}

/**
 * A batch that a session has judged.
 *
 * @typedef {{ state: State, size: number, commits: number, committed: boolean }} Prepared
 */

/** The validator of one session: entries are accepted, or batches prepared and committed. */
export class Session {
  #state = new State();
  #commits = 0;

  get nextSeq() {
    return Number(this.#state.nextSeq);
  }

  /** Ids of what is open; null where nothing is. */
  get scope() {
    const { run, turn, step } = this.#state;
    return { run: run || null, turn: turn || null, step: step || null };
  }

  /** Ids of the calls without result, in model order. */
  get pending() {
    return this.#state.queue.slice(this.#state.head);
  }

  /** Id of the last compaction, or null. */
  get activeCompaction() {
    return this.#state.boundary || null;
  }

  /** @param {string} id of a call of the session */
  call(id) {
    return /** @type {Call} */ (this.#state.calls.get(id));
  }

  /** @param {string} id */
  hasEntry(id) {
    return this.#state.ids.get(id) === true;
  }

  /**
   * Accepts the next entry of a log that loads, or refuses it and stays as it was.
   *
   * @param {JsonObject} entry
   */
  accept(entry) {
    this.#state.take(entry);
  }

  /**
   * Judges a batch as if it stood behind the log. Implements session.batch.*.
   *
   * @param {JsonValue[]} entries
   * @returns {Prepared}
   */
  prepare(entries) {
    const state = this.#state.stage();
    for (const entry of entries) {
      encodeEntry(entry); // refuses what could not be written, by file.write.limit too
      state.take(/** @type {JsonObject} */ (entry));
    }
    return { state, size: entries.length, commits: this.#commits, committed: false };
  }

  /**
   * Makes a batch part of the session. Implements session.commit.*.
   *
   * @param {Prepared} prepared
   */
  commit(prepared) {
    if (prepared.committed) refuse('session.commit.once');
    if (prepared.size > 0) {
      if (prepared.commits !== this.#commits) refuse('session.commit.stale');
      this.#state.merge(prepared.state);
      this.#commits += 1;
    }
    prepared.committed = true;
  }
}

/**
 * The session behind the entries of a log.
 *
 * @param {JsonObject[]} entries
 * @returns {Session}
 */
export function validate(entries) {
  const session = new Session();
  for (const entry of entries) session.accept(entry);
  return session;
}
