import { readJson } from '../json.mjs';
import { requireInteger } from '../number.mjs';
import { Refusal } from '../refusal.mjs';
import { decodeText } from '../text.mjs';
import { isBlank, MOST_BYTES, readEntry, readHeader } from './file.mjs';
import { foreignFormat } from './foreign.mjs';
import { repair } from './recovery.mjs';
import { Session } from './session.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */
/** @typedef {{ rule: string, byte: number }} Finding */
/** @typedef {{ class: string, rule?: string, seq?: bigint, entry?: JsonObject }} Judged */

const ENTRY_START = /\{"seq":[0-9]+,"id":"/g;
const SIGNED_64 = 1n << 63n;
const ORDER = ['text.bom', 'file.header.present'];

/**
 * Says of every byte of a file what it belongs to, what is broken, and what can be done. Chapter *Check*.
 *
 * @param {Uint8Array} bytes
 */
export function check(bytes) {
  const checker = new Checker(bytes);
  checker.run();
  return checker.report();
}

/** What `check` does, line by line; `report` ends it. */
export class Checker {
  /** @type {{ class: string, start: number, end: number }[]} */
  ranges = [];
  /** @type {Finding[]} */
  findings = [];
  entries = 0;
  expected = 0n;
  ids = new Set();
  firstSeen = false;
  recordsDispatch = true;
  /** @type {string | null} */
  format = null;
  /** @type {number | null} */
  version = null;
  /** @type {number | null} where that begins which is not judged */
  unjudged = null;
  session = new Session();
  /** @type {Finding | null} */
  fault = null;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  run() {
    const { bytes } = this;
    let start = 0;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      start = 3;
      this.mark('bom', 0, 3);
      this.find('text.bom', 0);
    }
    for (let end = bytes.indexOf(0x0a, start); end !== -1 && this.unjudged === null; end = bytes.indexOf(0x0a, start)) {
      this.line(start, end);
      start = end + 1;
    }
    if (this.unjudged !== null) this.mark('foreign-format', this.unjudged, bytes.length);
    else if (start < bytes.length) this.tail(start);
  }

  /**
   * @param {number} start
   * @param {number} end of the line, where its line feed stands
   */
  line(start, end) {
    const line = this.bytes.subarray(start, end);
    if (end + 1 - start > MOST_BYTES) {
      this.mark('oversize', start, end + 1);
      this.find('file.line.limit', start);
      this.count();
      this.firstSeen = true;
      return;
    }
    if (isBlank(line)) {
      this.mark('blank', start, end + 1);
      return;
    }
    const [from, to] = this.withoutNuls(start, end);
    const rest = this.bytes.subarray(from, to);
    /** @type {Judged} */
    let judged = { class: 'blank' };
    if (isBlank(rest)) {
      this.count();
    } else if (this.firstSeen) {
      judged = this.place(judge(rest));
    } else {
      this.firstSeen = true;
      judged = this.first(rest, end + 1);
      if (this.unjudged === 0) return;
    }
    const behind = from < to && to === end ? end + 1 : to; // the line feed belongs to what stands before it
    this.mark('nul-run', start, from);
    this.mark(judged.class, from, behind);
    this.mark('nul-run', behind, end + 1);
    const rule = to - from === end - start ? judged.rule : ruleOf(line);
    if (rule !== undefined) this.find(rule, start);
    else if (judged.entry && this.findings.length === 0 && this.fault === null) this.validate(judged.entry, start);
  }

  /**
   * Judges the first line: a header, or what stands in its place.
   *
   * @param {Uint8Array} rest
   * @param {number} end of the line
   * @returns {Judged}
   */
  first(rest, end) {
    const rule = ruleOf(rest, readHeader);
    if (rule === undefined) {
      this.format = 'session';
      this.version = 8;
      this.recordsDispatch = readHeader(rest).recordsDispatch;
      return { class: 'header' };
    }
    const value = valueOf(rest);
    if (!(value instanceof Map)) return this.noHeader(rest, rule);
    const format = rule === 'file.legacy.bare' ? 'session' : foreignFormat(value);
    if (format !== null) {
      this.format = format;
      this.version = format === 'session' ? 1 : null;
      this.ranges = [];
      this.findings = [{ rule, byte: 0 }];
      this.unjudged = 0;
      return { class: 'foreign-format' };
    }
    if (value.get('type') === 'session') {
      const version = integerOf(value.get('version'));
      this.format = 'session';
      this.version = version === null ? null : Number(version);
      if (rule === 'file.header.version') this.unjudged = end;
      return { class: 'header', rule };
    }
    return this.noHeader(rest, rule);
  }

  /**
   * Judges a first line that is no header: by its class, and by its place if it has a number.
   *
   * @param {Uint8Array} rest
   * @param {string} rule
   * @returns {Judged}
   */
  noHeader(rest, rule) {
    const judged = judge(rest);
    return { class: judged.seq === undefined ? judged.class : this.place(judged).class, rule };
  }

  /**
   * Judges the place and the id of an entry. Implements check.sequence and check.duplicate.
   *
   * @param {Judged} judged
   * @returns {Judged}
   */
  place(judged) {
    const { expected } = this;
    this.count(judged.seq);
    if (!judged.entry) return judged;
    const id = judged.entry.get('id');
    const used = this.ids.has(id);
    this.ids.add(id);
    if (judged.seq !== expected) return { class: 'bad-sequence', rule: 'entry.seq.position' };
    if (used) return { class: 'duplicate-id', rule: 'entry.id.unique' };
    this.entries += 1;
    return judged;
  }

  /**
   * Counts a line: one without number only behind the first line.
   *
   * @param {bigint} [seq]
   */
  count(seq) {
    if (seq !== undefined) this.expected = seq + 1n;
    else if (this.firstSeen) this.expected += 1n;
  }

  /**
   * @param {JsonObject} entry
   * @param {number} start
   */
  validate(entry, start) {
    const rule = ruleOf(entry, (value) => this.session.accept(value));
    if (rule !== undefined) this.fault = { rule, byte: start };
  }

  /** @param {number} start */
  tail(start) {
    const end = this.bytes.length;
    this.find('file.tail', start);
    if (end - start > MOST_BYTES) {
      this.mark('torn-tail', start, end);
      return;
    }
    const [from, to] = this.withoutNuls(start, end);
    this.mark('nul-run', start, from);
    this.mark(judge(this.bytes.subarray(from, to)).entry ? 'unterminated-record' : 'torn-tail', from, to);
    this.mark('nul-run', to, end);
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {[number, number]} the same without the NUL bytes at both ends
   */
  withoutNuls(start, end) {
    let [from, to] = [start, end];
    while (from < to && this.bytes[from] === 0) from += 1;
    while (to > from && this.bytes[to - 1] === 0) to -= 1;
    return [from, to];
  }

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} end
   */
  mark(name, start, end) {
    if (start >= end) return;
    const last = this.ranges.at(-1);
    if (last?.class === name) last.end = end;
    else this.ranges.push({ class: name, start, end });
  }

  /**
   * @param {string} rule
   * @param {number} byte
   */
  find(rule, byte) {
    this.findings.push({ rule, byte });
  }

  report() {
    const { bytes, findings } = this;
    if (this.unjudged === null && bytes.length > 0 && !this.firstSeen) this.find('file.header.present', 0);
    if (this.fault && findings.every(({ rule }) => rule === 'file.tail')) findings.push(this.fault);
    const rank = (/** @type {Finding} */ { rule }) => (ORDER.includes(rule) ? ORDER.indexOf(rule) : ORDER.length);
    findings.sort((a, b) => a.byte - b.byte || rank(a) - rank(b));
    const damaged = findings.some(({ rule }) => rule !== 'file.tail');
    const repairs = damaged ? [] : this.repairs();
    if (this.format === null && (this.entries > 0 || bytes.length === 0)) this.format = 'session';
    const sound = repairs.length > 0 ? 'resumable-with-repair' : 'resumable';
    const verdict = damaged ? (this.entries > 0 ? 'view-only' : 'unreadable') : sound;
    const { format, version, entries, ranges } = this;
    return { verdict, format, version, entries, ranges, findings, repairs };
  }

  /** What recovery would do to a log without damage. Implements check.repairs. */
  repairs() {
    /** @type {object[]} */
    const found = this.findings.map(({ byte }) => ({ action: 'cut', start: byte, end: this.bytes.length }));
    let number = 0;
    const newId = () => {
      do number += 1;
      while (this.session.hasEntry(`repair-${number}`));
      return `repair-${number}`;
    };
    for (const entry of repair(this.session, this.recordsDispatch, newId, '2000-01-01T00:00:00Z')) {
      const about = /** @type {JsonObject | undefined} */ (entry.get('message') ?? entry.get('toolOutcome'));
      found.push({ action: 'append', type: entry.get('type'), call_id: about?.get('toolCallId'), error_code: about?.get('errorCode') });
    }
    return found;
  }
}

/**
 * What a line is, its place aside.
 *
 * @param {Uint8Array} rest
 * @returns {Judged}
 */
function judge(rest) {
  try {
    const entry = readEntry(rest);
    return { class: 'record', seq: requireInteger(entry.get('seq') ?? null, true), entry };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { rule } = error;
    if (rule.startsWith('text.')) return { class: 'not-utf8', rule };
    if (rule.startsWith('json.') && !rule.startsWith('json.integer.')) {
      const spliced = splicedEntry(rest);
      return spliced === undefined ? { class: 'not-json', rule } : { class: 'splice', rule, seq: spliced };
    }
    const value = valueOf(rest);
    if (!(value instanceof Map)) return { class: 'not-object', rule };
    const seq = integerOf(value.get('seq')) ?? undefined;
    return { class: rule === 'entry.type.known' ? 'unknown-type' : 'bad-entry', rule, seq };
  }
}

/**
 * The number of the entry in which a line ends, and that begins behind its start. Implements check.splice.
 *
 * @param {Uint8Array} rest that is text
 * @returns {bigint | undefined}
 */
function splicedEntry(rest) {
  const text = decodeText(rest);
  const last = [...text.matchAll(ENTRY_START)].filter(({ index }) => index > 0).at(-1);
  if (last === undefined) return undefined;
  const judged = judge(new TextEncoder().encode(text.slice(last.index)));
  return judged.entry && judged.seq;
}

/**
 * @template T
 * @param {T} given
 * @param {(given: T) => unknown} [read] what may refuse it; reading it as JSON, by default
 * @returns {string | undefined} the rule that it breaks
 */
function ruleOf(given, read = (bytes) => readJson(decodeText(/** @type {any} */ (bytes)))) {
  try {
    read(given);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.rule;
    throw error;
  }
}

/**
 * @param {Uint8Array} rest
 * @returns {JsonValue | undefined} its value, if it is a JSON text
 */
function valueOf(rest) {
  try {
    return readJson(decodeText(rest));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * @param {JsonValue | undefined} value
 * @returns {bigint | null} the signed 64-bit integer that it is
 */
function integerOf(value) {
  if (value === undefined || ruleOf(value, (given) => requireInteger(given, true)) !== undefined) return null;
  const integer = requireInteger(value, true);
  return integer >= -SIGNED_64 && integer < SIGNED_64 ? integer : null;
}
