import { endOfNumber, endOfString, nextToken, skipWhiteSpace, stringValue } from './json-token.mjs';
import { equalNumbers, isNumber } from './number.mjs';
import { Refusal, refuse } from './refusal.mjs';
import { requireText } from './text.mjs';

/**
 * A JSON value. Objects are maps, so that no name is special (`__proto__`) and none is moved (`1`).
 *
 * @typedef {null | boolean | string | import('./number.mjs').JsonNumber | JsonArray | JsonObject} JsonValue
 * @typedef {JsonValue[]} JsonArray
 * @typedef {Map<string, JsonValue>} JsonObject
 */

/**
 * Where a value stands in its text: `end` is behind its last character. Both count UTF-16 units.
 *
 * @typedef {{ readonly start: number, readonly end: number }} Span
 */

/** @typedef {{ container: JsonArray | JsonObject, start: number, name: string }} Open an array or object not yet closed */

const LITERALS = ['true', 'false', 'null'];

/** The refusal of a name that stands twice in one object. */
export class DuplicateName extends Refusal {
  /**
   * @param {string} duplicate the name
   * @param {boolean} outermost whether it is one of the document's own object
   */
  constructor(duplicate, outermost) {
    super('json.duplicate-name');
    this.duplicate = duplicate;
    this.outermost = outermost;
  }
}

/** How many arrays and objects may be open at once (json.depth). */
const MOST_OPEN = 127;

/**
 * Reads a JSON text under the profile. Implements text.surrogate and all of json.* but the integers and equality.
 * Of several faults, the one that comes first in the text is named.
 *
 * @param {string} text
 * @returns {JsonValue}
 */
export function readJson(text) {
  return readDocument(requireText(text)).value;
}

/**
 * Reads a JSON text as `readJson` does, and says where the members of an object stand.
 *
 * @param {string} text without lone surrogates
 * @returns {{ value: JsonValue, spans: Map<string, Span> }} the value, and the spans of the values of its own members
 */
export function readDocument(text) {
  const { value, spans, end } = readFirst(text);
  if (skipWhiteSpace(text, end) < text.length) refuse('json.single-text');
  return { value, spans };
}

/**
 * Reads the first value of a text, and does not look at what stands behind it.
 *
 * @param {string} text without lone surrogates
 * @returns {{ value: JsonValue, spans: Map<string, Span>, end: number }} as `readDocument`, and where the value ends
 */
export function readFirst(text) {
  /** @type {Open[]} */
  const open = [];
  /** @type {Map<string, Span>} */
  const spans = new Map();
  let at = 0;

  /**
   * Reads a name and its colon. Implements json.duplicate-name and json.name.exact.
   *
   * @param {JsonObject} members
   */
  const readName = (members) => {
    const start = nextToken(text, at);
    at = endOfString(text, start);
    const name = stringValue(text, start, at);
    if (members.has(name)) throw new DuplicateName(name, open.length < 2);
    at = nextToken(text, at);
    if (text[at] !== ':') refuse('json.syntax');
    at += 1;
    return name;
  };

  for (;;) {
    at = nextToken(text, at);
    let start = at;
    /** @type {JsonValue} */
    let value;
    if (text[at] === '[' || text[at] === '{') {
      if (open.length === MOST_OPEN) refuse('json.depth');
      const container = text[at] === '[' ? [] : new Map();
      at = nextToken(text, at + 1);
      if (text[at] !== closing(container)) {
        open.push({ container, start, name: container instanceof Map ? readName(container) : '' });
        continue;
      }
      at += 1;
      value = container;
    } else {
      at = endOfScalar(text, start);
      value = scalarValue(text, start, at);
    }

    // A value ends here, and with it perhaps the containers that it is the last of.
    for (;;) {
      const innermost = open.at(-1);
      if (innermost === undefined) {
        return { value, spans, end: at };
      }
      const { container } = innermost;
      if (container instanceof Map) {
        container.set(innermost.name, value);
        if (open.length === 1) spans.set(innermost.name, { start, end: at });
      } else {
        container.push(value);
      }
      at = nextToken(text, at);
      if (text[at] === ',') {
        at += 1;
        if (container instanceof Map) innermost.name = readName(container);
        break;
      }
      if (text[at] !== closing(container)) refuse('json.syntax');
      at += 1;
      open.pop();
      value = container;
      start = innermost.start;
    }
  }
}

/**
 * Compares two JSON values. Implements json.equality.
 *
 * @param {JsonValue} left
 * @param {JsonValue} right
 * @returns {boolean}
 */
export function equalJson(left, right) {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, index) => equalJson(item, right[index]));
  }
  if (left instanceof Map) {
    return right instanceof Map && left.size === right.size && [...left].every(([name, value]) => {
      const other = right.get(name);
      return other !== undefined && equalJson(value, other);
    });
  }
  return isNumber(left) && isNumber(right) && equalNumbers(left.spelling, right.spelling);
}

/**
 * Writes a JSON value without white space, numbers as they are spelled.
 *
 * @param {JsonValue} value
 * @returns {string} a JSON text
 */
export function writeJson(value) {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value instanceof Map) {
    const members = Array.from(value, ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return isNumber(value) ? value.spelling : JSON.stringify(value);
}

/** @param {JsonArray | JsonObject} container */
function closing(container) {
  return container instanceof Map ? '}' : ']';
}

/**
 * @param {string} text
 * @param {number} start
 * @returns {number} offset behind the string, literal or number at `start`
 */
function endOfScalar(text, start) {
  if (text[start] === '"') return endOfString(text, start);
  const literal = LITERALS.find((word) => text.startsWith(word, start));
  return literal === undefined ? endOfNumber(text, start) : start + literal.length;
}

/**
 * The value of the scalar that stands between two offsets. Implements json.number.finite.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {JsonValue}
 */
function scalarValue(text, start, end) {
  if (text[start] === '"') return stringValue(text, start, end);
  const spelling = text.slice(start, end);
  if (spelling === 'null') return null;
  if (spelling === 'true' || spelling === 'false') return spelling === 'true';
  if (!Number.isFinite(Number(spelling))) refuse('json.number.finite');
  return { spelling };
}
