import { DuplicateName, readFirst } from '../json.mjs';
import { skipWhiteSpace } from '../json-token.mjs';
import { requireInteger } from '../number.mjs';
import { Refusal } from '../refusal.mjs';
import { isCaptureId } from '../scalars.mjs';
import { decodeText, requireText } from '../text.mjs';

/**
 * What a call of `read_tool_result` asks for. Offsets and numbers are bytes.
 *
 * @typedef {{ readonly captureId: string, readonly offset: bigint, readonly maxBytes: bigint | null }} PageRequest
 */

const NAMES = ['capture_id', 'offset', 'max_bytes'];
const MOST_BYTES = 65536n;
const OBJECT = 'give one JSON object with capture_id and, if needed, offset and max_bytes as integers from 0';

/** @type {Record<string, string>} */
const TEXTS = {
  'argument.reader': 'no tool results can be read in this conversation',
  'argument.duplicate': 'an argument is given twice',
  'argument.json': OBJECT,
  'argument.object': OBJECT,
  'argument.member': OBJECT,
  'argument.type': OBJECT,
  'argument.integer': OBJECT,
  'argument.single': 'give exactly one JSON object and nothing behind it',
  'argument.required': 'capture_id is missing',
  'argument.canonical': 'capture_id is not an id as a retention marker prints it',
  'argument.least': 'max_bytes must be at least 1',
};

/** The refusal of an argument document; `text` is what the model is shown (argument.text). */
export class ArgumentRefusal extends Refusal {
  /**
   * @param {string} rule
   * @param {string} [name] the known name that is given twice
   */
  constructor(rule, name) {
    super(rule);
    this.text = `read_tool_result: ${name === undefined ? TEXTS[rule] : `the argument "${name}" is given twice`}`;
  }
}

/**
 * Judges an argument document once. Implements argument.*.
 *
 * @param {string | Uint8Array} document
 * @param {boolean} readerBound whether a reader is bound to the tool
 * @returns {PageRequest}
 */
export function prepareArguments(document, readerBound) {
  if (!readerBound) throw new ArgumentRefusal('argument.reader');
  const { value, single } = readValue(document);
  if (!(value instanceof Map)) throw new ArgumentRefusal('argument.object');
  for (const name of value.keys()) if (!NAMES.includes(name)) throw new ArgumentRefusal('argument.member');
  const captureId = value.get('capture_id') ?? null;
  if (captureId !== null && typeof captureId !== 'string') throw new ArgumentRefusal('argument.type');
  const [offset, maxBytes] = [count(value.get('offset')), count(value.get('max_bytes'))];
  if (!single) throw new ArgumentRefusal('argument.single');
  if (captureId === null || captureId === '') throw new ArgumentRefusal('argument.required');
  if (!isCaptureId(captureId)) throw new ArgumentRefusal('argument.canonical');
  if (maxBytes === 0n) throw new ArgumentRefusal('argument.least');
  const most = maxBytes !== null && maxBytes > MOST_BYTES ? MOST_BYTES : maxBytes;
  return { captureId, offset: offset ?? 0n, maxBytes: most };
}

/**
 * @param {string | Uint8Array} document
 * @returns {{ value: import('../json.mjs').JsonValue, single: boolean }} the first value, and whether nothing follows it
 */
function readValue(document) {
  try {
    const text = typeof document === 'string' ? requireText(document) : decodeText(document);
    const { value, end } = readFirst(text);
    return { value, single: skipWhiteSpace(text, end) === text.length };
  } catch (error) {
    if (error instanceof DuplicateName && error.outermost) {
      throw new ArgumentRefusal('argument.duplicate', NAMES.find((name) => name === error.duplicate));
    }
    throw error instanceof Refusal ? new ArgumentRefusal('argument.json') : error;
  }
}

/**
 * @param {import('../json.mjs').JsonValue | undefined} value
 * @returns {bigint | null} null when it is null or absent (argument.null)
 */
function count(value) {
  if (value === undefined || value === null) return null;
  try {
    return requireInteger(value, false);
  } catch (error) {
    throw error instanceof Refusal ? new ArgumentRefusal('argument.integer') : error;
  }
}
