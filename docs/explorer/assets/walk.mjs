import { load, readJson, Refusal, repair, Session, writeJson } from '../../playground/assets/toolwire.mjs';
import { candidates } from './candidates.mjs';

/** @typedef {import('../../playground/assets/toolwire.mjs').JsonObject} JsonObject */

/**
 * One kind of entry, and whether it may come next.
 *
 * @typedef {{ name: string, about: string, entry: JsonObject, rule: string | null }} Possibility `rule`: what it would break
 */

/** A session, and a place in it. */
export class Walk {
  /**
   * @param {Uint8Array} log that loads; what does not is refused
   */
  constructor(log) {
    const { header, entries, tornTail } = load(log);
    this.entries = entries;
    this.recordsDispatch = header?.recordsDispatch ?? true;
    this.tornTail = tornTail;
    /** How many entries the session accepts, and the rule that the next one breaks. */
    this.valid = entries.length;
    /** @type {string | null} */
    this.broken = null;
    const session = new Session();
    for (const [seq, entry] of entries.entries()) {
      const rule = ruleOf(() => session.accept(entry));
      if (rule === null) continue;
      this.valid = seq;
      this.broken = rule;
      break;
    }
  }

  /**
   * Where the session stands behind so many entries.
   *
   * @param {number} at
   */
  position(at) {
    const session = this.session(at);
    const before = this.entries.slice(0, at);
    const calls = before.flatMap(callsOf);
    const { scope, pending, activeCompaction, nextSeq } = session;
    const waiting = pending.map((id) => ({ id, ...session.call(id) }));
    return { scope, activeCompaction, nextSeq, pending: waiting, next: this.possibilities(session, before, calls) };
  }

  /**
   * What recovery would append if the log ended there.
   *
   * @param {number} at
   * @param {string} now
   * @returns {JsonObject[]} entries
   */
  crash(at, now) {
    const session = this.session(at);
    return repair(session, this.recordsDispatch, ids((id) => session.hasEntry(id)), now);
  }

  /**
   * Puts an entry behind a place, and drops what came after it.
   *
   * @param {number} at
   * @param {JsonObject} entry that may come next
   */
  append(at, entry) {
    this.entries = [...this.entries.slice(0, at), entry];
    this.valid = this.entries.length;
    this.broken = null;
    this.tornTail = 0;
  }

  /** @param {number} at */
  session(at) {
    const session = new Session();
    for (const entry of this.entries.slice(0, at)) session.accept(entry);
    return session;
  }

  /**
   * Asks the session about an entry of each kind.
   *
   * @param {Session} session
   * @param {JsonObject[]} before
   * @param {string[]} calls
   * @returns {Possibility[]}
   */
  possibilities(session, before, calls) {
    const text = before.map(writeJson).join('');
    const fresh = (/** @type {string} */ stem) => ids((id) => text.includes(`"${id}"`), stem)();
    const { scope, pending, activeCompaction, nextSeq } = session;
    const call = (/** @type {string} */ id) => session.call(id);
    const kept = before.findLast((entry) => isKept(entry));
    const lastKept = kept ? String(kept.get('id')) : null;
    const timestamp = String(before.at(-1)?.get('timestamp') ?? '2026-01-02T03:04:05Z');
    return candidates({ scope, pending, call, calls, activeCompaction, lastKept, nextSeq, fresh }).map(({ name, about, type, member, payload }) => {
      const entry = asEntry({ seq: nextSeq, id: fresh('e'), timestamp, type, [member]: payload });
      return { name, about, entry, rule: ruleOf(() => session.prepare([entry])) };
    });
  }
}

/**
 * @param {JsonObject} entry
 * @returns {boolean} whether a compaction may keep it first
 */
function isKept(entry) {
  const message = entry.get('message');
  return message instanceof Map && message.get('role') !== 'toolResult';
}

/**
 * @param {JsonObject} entry
 * @returns {string[]} ids of the calls that it asks for
 */
function callsOf(entry) {
  const message = entry.get('message');
  const content = message instanceof Map ? message.get('content') : null;
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => (block instanceof Map && block.get('type') === 'toolCall' ? [String(block.get('id'))] : []));
}

/**
 * @param {Record<string, any>} entry JSON values, in which those of the implementation may stand
 * @returns {JsonObject}
 */
function asEntry(entry) {
  const spell = (/** @type {any} */ value) => {
    if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`;
    if (value instanceof Map) return writeJson(value);
    if (typeof value === 'object' && value !== null) return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${spell(member)}`).join(',')}}`;
    return JSON.stringify(value);
  };
  return /** @type {JsonObject} */ (readJson(spell(entry)));
}

/**
 * @param {(id: string) => boolean} taken
 * @param {string} [stem]
 * @returns {() => string} gives ids that are not taken
 */
function ids(taken, stem = 'repair') {
  let number = 0;
  return () => {
    do number += 1;
    while (taken(`${stem}_${number}`));
    return `${stem}_${number}`;
  };
}

/**
 * @param {() => unknown} act
 * @returns {string | null} the rule that it breaks
 */
function ruleOf(act) {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.rule;
    throw error;
  }
}
