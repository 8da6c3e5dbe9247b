/**
 * The JavaScript implementation as the site publishes it: the one place that knows where it is.
 *
 * @typedef {import('../../assets/toolwire/src/json.mjs').JsonValue} JsonValue
 * @typedef {import('../../assets/toolwire/src/json.mjs').JsonObject} JsonObject
 */
export * from '../../assets/toolwire/src/index.mjs';
export { fromBase64, textOf, toBase64, utf8 } from '../../assets/toolwire/src/bytes.mjs';
export { endOfNumber, endOfString, nextToken, skipWhiteSpace, stringValue } from '../../assets/toolwire/src/json-token.mjs';
export { readNative } from '../../assets/toolwire/src/native.mjs';
export { profiles, run } from '../../assets/toolwire/src/ops.mjs';
export { digestOf } from '../../assets/toolwire/src/retained/capture.mjs';
export { Checker } from '../../assets/toolwire/src/transcript/check.mjs';
export { checkEntry } from '../../assets/toolwire/src/transcript/entry.mjs';
