import { endOfNumber, endOfString, nextToken, readJson, Refusal, skipWhiteSpace, stringValue } from './toolwire.mjs';

/** @typedef {{ start: number, end: number }} Span */
/** @typedef {(string | number)[]} Path */

const MOST_OPEN = 127;
const LITERALS = ['true', 'false', 'null'];

/**
 * Where the values of a JSON text stand, and where it stops being one.
 *
 * @param {string} text
 * @returns {{ spans: Map<string, Span>, fault: number | null }} spans by JSON pointer in UTF-16 units
 */
export function locate(text) {
  /** @type {Map<string, Span>} */
  const spans = new Map();
  let at = 0;

  const token = (/** @type {number} */ from) => {
    at = skipWhiteSpace(text, from);
    return nextToken(text, from);
  };
  const string = () => {
    const start = at;
    const end = endOfString(text, start);
    at = end;
    return stringValue(text, start, end);
  };
  const expect = (/** @type {string} */ sign) => {
    if (text[token(at)] !== sign) throw new Refusal('json.syntax');
    at += 1;
  };

  /**
   * @param {string} pointer
   * @param {number} open how many containers are
   */
  const value = (pointer, open) => {
    const start = token(at);
    const sign = text[start];
    if (sign === '{' || sign === '[') {
      if (open === MOST_OPEN) throw new Refusal('json.depth');
      at += 1;
      container(sign, pointer, open + 1);
    } else if (sign === '"') {
      string();
    } else {
      const literal = LITERALS.find((word) => text.startsWith(word, start));
      const end = literal ? start + literal.length : endOfNumber(text, start);
      if (!literal && !Number.isFinite(Number(text.slice(start, end)))) throw new Refusal('json.number.finite');
      at = end;
    }
    spans.set(pointer, { start, end: at });
  };

  /**
   * @param {string} sign that opened it
   * @param {string} pointer
   * @param {number} open
   */
  const container = (sign, pointer, open) => {
    const closing = sign === '{' ? '}' : ']';
    const names = new Set();
    if (text[token(at)] === closing) {
      at += 1;
      return;
    }
    for (let index = 0; ; index += 1) {
      let step = String(index);
      if (sign === '{') {
        const before = token(at);
        step = string();
        if (names.has(step)) {
          at = before;
          throw new Refusal('json.duplicate-name');
        }
        names.add(step);
        expect(':');
      }
      value(`${pointer}/${escapeStep(step)}`, open);
      const next = text[token(at)];
      at += 1;
      if (next === closing) return;
      if (next !== ',') {
        at -= 1;
        throw new Refusal('json.syntax');
      }
    }
  };

  try {
    value('', 0);
    at = skipWhiteSpace(text, at);
    return { spans, fault: at < text.length ? at : null };
  } catch (error) {
    if (error instanceof Refusal) return { spans, fault: at };
    throw error;
  }
}

/**
 * Judges a document, and says where in it the judgement fell.
 *
 * @param {string} text
 * @param {(value: any) => unknown} judge takes its value, or refuses it
 * @returns {{ rule: string, phase: string, pointer: string | null, span: Span, missing: string | null } | null} null when it is accepted
 */
export function judged(text, judge) {
  const { spans, fault } = locate(text);
  /** @type {Path} */
  let touched = [];
  try {
    const value = readJson(text);
    judge(traced(value, [], (path) => (touched = path)));
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { rule, phase } = error;
    if (fault !== null) return { rule, phase, pointer: null, span: { start: fault, end: Math.min(fault + 1, text.length) }, missing: null };
    const full = pointerOf(touched);
    const own = spans.get(full);
    const around = pointerOf(touched.slice(0, -1));
    const whole = { start: 0, end: text.length };
    if (own) return { rule, phase, pointer: full, span: own, missing: null };
    return { rule, phase, pointer: around, span: spans.get(around) ?? whole, missing: String(touched.at(-1) ?? '') || null };
  }
}

/**
 * A copy of a value whose objects say which of their members is looked at.
 *
 * @param {import('./toolwire.mjs').JsonValue} value
 * @param {Path} path
 * @param {(path: Path) => void} touch
 * @returns {any}
 */
function traced(value, path, touch) {
  if (Array.isArray(value)) return value.map((item, index) => traced(item, [...path, index], touch));
  if (!(value instanceof Map)) return value;
  const copy = new TracedMap(path, touch);
  for (const [name, member] of value) copy.set(name, traced(member, [...path, name], touch));
  return copy;
}

class TracedMap extends Map {
  /**
   * @param {Path} path
   * @param {(path: Path) => void} touch
   */
  constructor(path, touch) {
    super();
    this.path = path;
    this.touch = touch;
  }

  /** @param {string} name */
  get(name) {
    this.touch([...this.path, name]);
    return super.get(name);
  }

  /** @param {string} name */
  has(name) {
    this.touch([...this.path, name]);
    return super.has(name);
  }

  *keys() {
    for (const name of super.keys()) {
      this.touch([...this.path, name]);
      yield name;
    }
  }

  *[Symbol.iterator]() {
    for (const member of super.entries()) {
      this.touch([...this.path, member[0]]);
      yield member;
    }
  }
}

/** @param {Path} path */
function pointerOf(path) {
  return path.map((step) => `/${escapeStep(String(step))}`).join('');
}

/** @param {string} step */
function escapeStep(step) {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
