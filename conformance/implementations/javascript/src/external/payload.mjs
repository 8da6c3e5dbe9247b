import { isBase64, utf8 } from '../bytes.mjs';
import { readJson } from '../json.mjs';
import { isNumber } from '../number.mjs';
import { refuse } from '../refusal.mjs';
import { isDecimal, isDigest } from '../scalars.mjs';
import { numberText } from '../transcript/canonical.mjs';

/**
 * @typedef {import('../json.mjs').JsonValue} JsonValue
 * @typedef {import('../json.mjs').JsonObject} JsonObject
 * @typedef {(value: JsonValue) => void} Judge refuses a value that is none
 * @typedef {Readonly<Record<string, Judge>>} Table members of an object, in the order of the chapter
 */

const MOST_ID_BYTES = 256;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const OPTIONAL = ['is_error', 'durable_content', 'media_type', 'provider_options'];

/**
 * Members whose absence another rule than external.required is about.
 *
 * @type {Record<string, string>}
 */
const ABSENT = { kind: 'external.kind', type: 'external.block', disposition: 'external.disposition' };

/** @type {Judge} */
const isText = (value) => typeof value === 'string' || refuse('external.type');
/** @type {Judge} */
const isFlag = (value) => typeof value === 'boolean' || refuse('external.type');
/** @type {Judge} */
const isMap = (value) => value instanceof Map || refuse('external.type');
/** @type {Judge} */
const isNamed = (value) => {
  isText(value);
  if (value === '') refuse('external.block');
};
/** @type {Judge} */
const isPaddedBase64 = (value) => {
  isText(value);
  if (value === '' || !isBase64(/** @type {string} */ (value))) refuse('external.base64');
};
/** @type {Judge} */
const isDisposition = (value) => value === 'recoverable' || value === 'fatal' || refuse('external.disposition');
/** @type {Judge} */
const isCallId = (value) => isId(value) || refuse('external.id');
/** @type {Judge} */
const isLocator = (value) => isId(value) || refuse('external.locator.form');

/** @param {JsonValue} value */
function isId(value) {
  if (typeof value !== 'string' || value === '' || value.length > MOST_ID_BYTES || CONTROL.test(value)) return false;
  return utf8(value).length <= MOST_ID_BYTES;
}

/** @type {Record<string, Table>} */
const SOURCES = {
  url: { url: isNamed },
  base64: { data: isPaddedBase64 },
  file_id: { id: isNamed, affinity: (value) => checkObject(value, { provider_id: isNamed, endpoint_id: isNamed }) },
  object: { handle: isNamed, owner: isNamed, payload_ref: isLocator },
};

/** @type {Table} */
const MEDIA = {
  source: (value) => checkForm(value, 'kind', SOURCES, 'external.block'),
  media_type: isNamed,
  provider_options: isMap,
};

/** @type {Record<string, Table>} */
const BLOCKS = { text: { text: isText }, image: MEDIA, audio: MEDIA, video: MEDIA, file: MEDIA };

/** @type {Table} */
const CONTENT = {
  blocks: (value) => {
    if (!Array.isArray(value)) refuse('external.type');
    for (const block of value) checkForm(block, 'type', BLOCKS, 'external.block');
  },
};

/** @type {Table} */
const RESULT = {
  output: isText,
  durable_content: (value) => checkObject(value, CONTENT),
  is_error: isFlag,
  disposition: isDisposition,
};

/** @type {Record<string, Table>} */
const RESULTS = {
  external: {
    call_id: isCallId,
    payload_ref: isLocator,
    digest: (value) => isDigest(value) || refuse('external.digest'),
    original_size: (value) => isDecimal(value) || refuse('external.size'),
    preview: isText,
    is_error: isFlag,
    disposition: isDisposition,
  },
  inline: { call_id: isCallId, result: (value) => checkObject(value, RESULT) },
};

/**
 * Reads a result. Implements external.document to external.base64.
 *
 * @param {string} text
 * @returns {JsonObject} without an `is_error` that is false
 */
export function readResult(text) {
  return takeResult(readJson(text));
}

/**
 * Takes a JSON value as a result.
 *
 * @param {JsonValue} value
 * @returns {JsonObject} the same, members in the order of the tables, without an `is_error` that is false
 */
export function takeResult(value) {
  if (!(value instanceof Map)) refuse('external.document');
  checkForm(value, 'kind', RESULTS, 'external.kind');
  return /** @type {JsonObject} */ (ordered(value));
}

/**
 * Writes a result. Implements external.write.form.
 *
 * @param {JsonValue} value a result that `takeResult` gave
 * @returns {string}
 */
export function writeResult(value) {
  if (Array.isArray(value)) return `[${value.map(writeResult).join(',')}]`;
  if (value instanceof Map) {
    return `{${Array.from(value, ([name, member]) => `${JSON.stringify(name)}:${writeResult(member)}`).join(',')}}`;
  }
  return isNumber(value) ? numberText(value.spelling) : JSON.stringify(value);
}

/**
 * @param {JsonObject} result that `takeResult` gave
 * @returns {JsonObject} what holds its `is_error` and `disposition`
 */
export function factsOf(result) {
  return /** @type {JsonObject} */ (result.get('result') ?? result);
}

/**
 * @param {JsonValue} value
 * @param {Table} table
 */
function checkObject(value, table) {
  if (!(value instanceof Map)) refuse('external.type');
  for (const [name, member] of value) (Object.hasOwn(table, name) ? table[name] : refuse('external.member'))(member);
  for (const name of Object.keys(table)) {
    if (!value.has(name) && !OPTIONAL.includes(name)) refuse(ABSENT[name] ?? 'external.required');
  }
}

/**
 * An object of the form that one of its members names.
 *
 * @param {JsonValue} value
 * @param {string} tag
 * @param {Record<string, Table>} forms
 * @param {string} rule what is broken when there is no such form
 */
function checkForm(value, tag, forms, rule) {
  if (!(value instanceof Map)) refuse('external.type');
  const form = value.get(tag);
  if (typeof form !== 'string' || !Object.hasOwn(forms, form)) refuse(rule);
  checkObject(value, { [tag]: () => {}, ...forms[form] });
}

const ORDER = [
  ...['kind', 'type', 'call_id', 'payload_ref_of_result', 'digest', 'original_size', 'preview', 'result', 'output', 'durable_content'],
  ...['blocks', 'text', 'source', 'url', 'data', 'id', 'affinity', 'provider_id', 'endpoint_id', 'handle', 'owner', 'payload_ref'],
  ...['media_type', 'provider_options', 'is_error', 'disposition'],
];

/**
 * @param {JsonValue} value a part of a result
 * @returns {JsonValue}
 */
function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (!(value instanceof Map)) return value;
  const place = (/** @type {string} */ name) =>
    ORDER.indexOf(name === 'payload_ref' && value.has('call_id') ? 'payload_ref_of_result' : name);
  const members = [...value].filter(([name, member]) => name !== 'is_error' || member !== false);
  members.sort(([left], [right]) => place(left) - place(right));
  return new Map(members.map(([name, member]) => [name, name === 'provider_options' ? member : ordered(member)]));
}
