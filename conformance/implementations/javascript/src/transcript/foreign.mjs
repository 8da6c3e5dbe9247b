/** @typedef {import('../json.mjs').JsonObject} JsonObject */

/**
 * The formats of other programs, each with what tells it by its first line. Implements check.foreign.
 *
 * @type {[string, (first: JsonObject) => boolean][]}
 */
const FORMATS = [
  ['agent-session-format', (first) => first.get('type') === 'session' && /^agentsession\//.test(text(first, 'format'))],
  ['pi', (first) => first.get('type') === 'session' && isText(first, 'id') && isText(first, 'cwd')],
  ['codex', (first) => first.get('type') === 'session_meta' && first.get('payload') instanceof Map],
  [
    'claude-code',
    (first) =>
      (isText(first, 'type') && isText(first, 'sessionId')) || (first.get('type') === 'summary' && isText(first, 'leafUuid')),
  ],
];

/**
 * @param {JsonObject} first the first line of a file
 * @returns {string | null} the name of the format, if it is one of them
 */
export function foreignFormat(first) {
  return FORMATS.find(([, fits]) => fits(first))?.[0] ?? null;
}

/**
 * @param {JsonObject} value
 * @param {string} name
 */
function isText(value, name) {
  return typeof value.get(name) === 'string';
}

/**
 * @param {JsonObject} value
 * @param {string} name
 * @returns {string}
 */
function text(value, name) {
  const member = value.get(name);
  return typeof member === 'string' ? member : '';
}
