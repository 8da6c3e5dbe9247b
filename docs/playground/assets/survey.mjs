import { Checker, encodeEntry, modelContext, readEntry, repair, Session, writeJson } from './toolwire.mjs';
import { describe } from './describe.mjs';

/** @typedef {import('./toolwire.mjs').JsonObject} JsonObject */
/** @typedef {{ id: string, name: string, request: number, dispatch: number | null, result: number | null, outcome: number | null, status: string, error: boolean, asked: string, done: string }} Call rows by number */

/** How many findings and ranges are kept one by one; the others are counted. */
export const MOST_KEPT = 10_000;
/** Into how many pieces the damage map is cut. */
export const CELLS = 1200;

/** How bad a class is; the worst one of a cell is drawn. */
const RANKS = ['none', 'blank', 'record', 'header', 'unterminated-record', 'torn-tail', 'foreign-format', 'nul-run', 'bom', 'oversize', 'unknown-type', 'duplicate-id', 'bad-sequence', 'bad-entry', 'not-object', 'splice', 'not-json', 'not-utf8'];
const UNITS = ['run', 'turn', 'step'];

/**
 * A check that also notes where the entries are, and that answers questions about them afterwards: entries themselves are not
 * kept, but read again when they are shown.
 */
export class Survey extends Checker {
  cells = new Uint8Array(CELLS);
  /** @type {Map<string, { count: number, bytes: number }>} */
  classes = new Map();
  foundInAll = 0;
  rangesInAll = 0;
  /** @type {number[]} where the lines of the entries begin */
  starts = [];
  /** @type {number[]} */
  depths = [];
  /** @type {Map<number, number>} the row of the end of what begins in a row */
  ends = new Map();
  /** @type {{ unit: string, row: number }[]} */
  open = [];
  /** @type {Map<string, Call>} */
  calls = new Map();
  /** @type {number[]} rows of messages */
  messages = [];
  /** @type {number | null} row of the last compaction */
  boundary = null;
  /** @type {Map<unknown, number>} */
  rowOf = new Map();

  /**
   * @param {Uint8Array} bytes
   * @param {(done: number) => void} [progress] is told how many bytes are judged
   */
  constructor(bytes, progress = () => {}) {
    super(bytes);
    this.progress = progress;
    this.reported = 0;
    this.at = 0;
  }

  /**
   * @override
   * @param {number} start
   * @param {number} end
   */
  line(start, end) {
    this.at = start;
    super.line(start, end);
    if (end - this.reported < 1 << 20) return;
    this.reported = end;
    this.progress(end);
  }

  /**
   * @override
   * @param {any} judged
   */
  place(judged) {
    const placed = super.place(judged);
    if (placed.class === 'record') this.note(placed.entry);
    return placed;
  }

  /**
   * @override
   * @param {string} name
   * @param {number} start
   * @param {number} end
   */
  mark(name, start, end) {
    if (start >= end) return;
    if (name === 'foreign-format' && start === 0) {
      this.cells.fill(0);
      this.classes.clear();
      this.rangesInAll = 0;
    }
    const about = this.classes.get(name) ?? { count: 0, bytes: 0 };
    about.bytes += end - start;
    about.count += 1;
    this.classes.set(name, about);
    const rank = Math.max(1, RANKS.indexOf(name));
    const scale = CELLS / this.bytes.length;
    const last = Math.min(CELLS - 1, Math.ceil(end * scale) - 1);
    for (let cell = Math.floor(start * scale); cell <= last; cell += 1) if (this.cells[cell] < rank) this.cells[cell] = rank;
    if (this.lastClass !== name) this.rangesInAll += 1;
    this.lastClass = name;
    if (this.ranges.length < MOST_KEPT || this.ranges.at(-1)?.class === name) super.mark(name, start, end);
  }

  /**
   * @override
   * @param {string} rule
   * @param {number} byte
   */
  find(rule, byte) {
    this.foundInAll += 1;
    if (this.findings.length < MOST_KEPT || rule === 'file.tail') super.find(rule, byte);
  }

  /** @param {JsonObject} entry */
  note(entry) {
    const row = this.starts.length;
    const type = String(entry.get('type'));
    const [unit, edge] = type.split('/');
    const level = UNITS.indexOf(unit);
    this.rowOf.set(entry.get('id'), row);
    if (edge === 'end') while (this.open.length > level && level >= 0) this.close(row);
    this.starts.push(this.at);
    this.depths.push(edge === 'start' || edge === 'end' ? level : this.open.length);
    if (edge === 'start') this.open.push({ unit, row });
    if (type === 'compaction') this.boundary = row;
    if (type === 'message') this.messages.push(row);
    this.noteCall(row, type, entry);
  }

  /** @param {number} row of the end */
  close(row) {
    const left = this.open.pop();
    if (left) this.ends.set(left.row, row);
  }

  /**
   * @param {number} row
   * @param {string} type
   * @param {JsonObject} entry
   */
  noteCall(row, type, entry) {
    const when = String(entry.get('timestamp'));
    const message = /** @type {JsonObject | undefined} */ (entry.get('message'));
    const blocks = message?.get('content');
    if (Array.isArray(blocks)) {
      for (const block of blocks) {
        if (!(block instanceof Map) || block.get('type') !== 'toolCall') continue;
        const [id, name] = [String(block.get('id')), String(block.get('name'))];
        this.calls.set(id, { id, name, request: row, dispatch: null, result: null, outcome: null, status: '', error: false, asked: when, done: '' });
      }
    }
    const payload = /** @type {JsonObject | undefined} */ (entry.get('toolCall') ?? entry.get('toolOutcome') ?? message);
    const call = this.calls.get(String(payload?.get('toolCallId')));
    if (!call || !payload) return;
    if (type === 'tool_call') Object.assign(call, { dispatch: row, asked: when });
    else if (type === 'tool_outcome') Object.assign(call, { outcome: row, status: String(payload.get('status')) });
    else Object.assign(call, { result: row, error: payload.get('isError') === true, done: when });
  }

  /** What the page is told at once. */
  summary() {
    const { scope, pending } = this.session;
    const report = this.report();
    return {
      verdict: report.verdict,
      format: report.format,
      version: report.version,
      entries: report.entries,
      size: this.bytes.length,
      rows: this.starts.length,
      calls: this.calls.size,
      findings: report.findings.slice(0, MOST_KEPT),
      findingsInAll: Math.max(this.foundInAll, report.findings.length),
      ranges: report.ranges.slice(0, 2000),
      rangesInAll: this.rangesInAll,
      repairs: report.repairs,
      classes: [...this.classes].map(([name, about]) => ({ name, ...about })),
      cells: Array.from(this.cells, (rank) => RANKS[rank]),
      loads: this.loads,
      scope,
      pending,
    };
  }

  /** Whether there is nothing wrong but perhaps a tail. */
  get loads() {
    return this.fault === null && this.findings.every(({ rule }) => rule === 'file.tail') && this.unjudged === null;
  }

  /**
   * @param {number} row
   * @returns {Uint8Array} its line without the line feed
   */
  lineOf(row) {
    const start = this.starts[row];
    const line = this.bytes.subarray(start, this.bytes.indexOf(0x0a, start));
    return line.subarray(line.findIndex((byte) => byte !== 0), line.findLastIndex((byte) => byte !== 0) + 1);
  }

  /**
   * Rows of the timeline, ready to be shown.
   *
   * @param {number} from
   * @param {number} to
   */
  timeline(from, to) {
    return Array.from({ length: Math.max(0, Math.min(to, this.starts.length) - from) }, (_, index) => this.row(from + index));
  }

  /** @param {number} row */
  row(row) {
    const entry = readEntry(this.lineOf(row));
    const end = this.ends.get(row);
    const last = end === undefined ? null : readEntry(this.lineOf(end));
    return { row, start: this.starts[row], depth: this.depths[row], ...describe(entry, last) };
  }

  /**
   * Tool calls in the order in which they were asked for.
   *
   * @param {number} from
   * @param {number} to
   */
  callRows(from, to) {
    this.callList ??= [...this.calls.values()];
    return this.callList.slice(from, to).map((call) => ({ ...call, duration: call.done ? Date.parse(call.done) - Date.parse(call.asked) : null }));
  }

  /** What the model is sent, or null when the log does not load and validate. */
  context() {
    if (!this.loads) return null;
    const compaction = this.boundary === null ? null : readEntry(this.lineOf(this.boundary));
    const { messages, activeCompaction, firstKept } = modelContext(compaction ? [compaction] : []);
    const first = firstKept === null ? 0 : (this.rowOf.get(firstKept) ?? 0);
    this.contextRows = this.messages.slice(this.messages.findIndex((row) => row >= first));
    return { summary: messages.length > 0 ? writeJson(messages[0]) : null, activeCompaction, firstKept, length: this.contextRows.length };
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  contextMessages(from, to) {
    return (this.contextRows ?? []).slice(from, to).map((row) => this.row(row));
  }

  /**
   * One line of the file.
   *
   * @param {number} byte in it
   * @param {number} most how much of it
   */
  inspect(byte, most) {
    const start = byte === 0 ? 0 : this.bytes.lastIndexOf(0x0a, byte - 1) + 1;
    const feed = this.bytes.indexOf(0x0a, start);
    const end = feed < 0 ? this.bytes.length : feed;
    return { start, end, text: this.bytes.slice(start, Math.min(end, start + most)) };
  }

  /**
   * What recovery would write if the file ended at a byte.
   *
   * @param {number} byte
   * @param {string} now
   */
  cut(byte, now) {
    const committed = byte === 0 ? 0 : this.bytes.lastIndexOf(0x0a, byte - 1) + 1;
    const tail = { start: committed, end: byte };
    const broken = this.findings.find(({ rule, byte: at }) => at < committed && rule !== 'file.tail') ?? (this.fault && this.fault.byte < committed ? this.fault : null);
    if (broken) return { tail, broken, lines: [], scope: null, pending: [] };
    const session = new Session();
    for (const [row, start] of this.starts.entries()) {
      if (start >= committed) break;
      session.accept(readEntry(this.lineOf(row)));
      if ((row & 4095) === 0) this.progress(start);
    }
    const { scope, pending } = session;
    let number = 0;
    const newId = () => {
      do number += 1;
      while (session.hasEntry(`repair-${number}`));
      return `repair-${number}`;
    };
    const lines = repair(session, this.recordsDispatch, newId, now).map(encodeEntry);
    return { tail, broken: null, lines, scope, pending };
  }

  /**
   * Where the line of a row ends, its line feed included.
   *
   * @param {number} row
   */
  behind(row) {
    return this.bytes.indexOf(0x0a, this.starts[row]) + 1;
  }
}
