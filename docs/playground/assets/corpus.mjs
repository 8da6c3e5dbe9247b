import { equalJson, fromBase64, profiles, readJson, run, writeJson } from './toolwire.mjs';

/** @typedef {import('./toolwire.mjs').JsonValue} JsonValue */
/** @typedef {Map<string, any>} JsonObject */

/**
 * A case of the corpus, its short forms expanded.
 *
 * @typedef {object} Case
 * @property {string} id
 * @property {string} title
 * @property {string} profile
 * @property {string} op
 * @property {string[]} requirements
 * @property {JsonObject} input
 * @property {JsonObject} expect
 */

const SHARDS = new URL('../../assets/cases/', import.meta.url);

/**
 * Looks a case up.
 *
 * @param {string} id
 * @param {string | null} profile where it is; null when that is not known
 * @returns {Promise<Case | null>}
 */
export async function findCase(id, profile) {
  const likely = profile !== null && profiles.includes(profile) ? [profile] : profiles;
  for (const name of likely) {
    const answer = await fetch(new URL(`${name}.json`, SHARDS));
    if (!answer.ok) continue;
    const text = await answer.text();
    if (!text.includes(`${JSON.stringify(id)}:{`)) continue;
    const found = caseOf(/** @type {JsonObject} */ (readJson(text)), id);
    if (found) return found;
  }
  return null;
}

/**
 * @param {JsonObject} shard
 * @param {string} id
 * @returns {Case | null}
 */
export function caseOf(shard, id) {
  const about = shard.get(id);
  if (!(about instanceof Map)) return null;
  const text = (/** @type {string} */ name) => /** @type {string} */ (about.get(name));
  const requirements = /** @type {string[]} */ (about.get('requirements'));
  const [input, expect] = ['input', 'expect'].map((name) => /** @type {JsonObject} */ (expanded(about.get(name))));
  return { id, title: text('title'), profile: text('profile'), op: text('op'), requirements, input, expect };
}

/**
 * What the implementation answers, and whether that is what is expected.
 *
 * @param {Case} asked
 * @returns {{ answer: JsonObject, agrees: boolean }}
 */
export function ask({ op, input, expect }) {
  const request = `{"input":${writeJson(input)}}`;
  const answer = /** @type {JsonObject} */ (readJson(`{${run(op, JSON.parse(request).input, request)}}`));
  return { answer, agrees: agree(answer, expect) };
}

/**
 * @param {JsonObject} answer
 * @param {JsonObject} expect
 * @returns {boolean}
 */
function agree(answer, expect) {
  const refused = expect.get('refused');
  if (!(refused instanceof Map)) return answer.has('result') && equalJson(answer.get('result'), expect.get('result') ?? null);
  const given = answer.get('refused');
  const rule = refused.get('rule');
  const rules = Array.isArray(rule) ? rule : [rule];
  return given instanceof Map && rules.includes(given.get('rule')) && given.get('phase') === refused.get('phase');
}

/**
 * Replaces the short forms `repeat` and `concat` by the texts that they stand for.
 *
 * @param {JsonValue} value
 * @returns {JsonValue}
 */
export function expanded(value) {
  if (Array.isArray(value)) return value.map(expanded);
  if (!(value instanceof Map)) return value;
  const [name, member] = value.size === 1 ? [...value][0] : ['', null];
  if (name === 'repeat' && Array.isArray(member)) return String(member[0]).repeat(Number(/** @type {any} */ (member[1]).spelling));
  if (name === 'concat' && Array.isArray(member)) return member.map(expanded).join('');
  return new Map(Array.from(value, ([key, inner]) => [key, expanded(inner)]));
}

/**
 * A text of an input, which may be bytes.
 *
 * @param {unknown} member
 * @returns {string | Uint8Array}
 */
export function given(member) {
  if (member instanceof Map) return fromBase64(String(member.get('base64'))) ?? new Uint8Array();
  return typeof member === 'string' ? member : '';
}
