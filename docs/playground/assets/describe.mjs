/** @typedef {import('./toolwire.mjs').JsonObject} JsonObject */

const MOST = 160;

/**
 * An entry in a few words.
 *
 * @typedef {{ seq: string, id: string, type: string, title: string, text: string, status: string, duration: number | null, time: string }} Described
 */

/**
 * @param {JsonObject} entry
 * @param {JsonObject | null} [end] what closes it, if it is the start of something
 * @returns {Described}
 */
export function describe(entry, end = null) {
  const [id, type, time] = ['id', 'type', 'timestamp'].map((name) => String(entry.get(name)));
  const seq = /** @type {{ spelling: string }} */ (entry.get('seq')).spelling;
  const duration = end ? Date.parse(String(end.get('timestamp'))) - Date.parse(time) : null;
  return { seq, id, type, time, duration, ...words(entry, type, end) };
}

/**
 * @param {JsonObject} entry
 * @param {string} type
 * @param {JsonObject | null} end
 * @returns {{ title: string, text: string, status: string }}
 */
function words(entry, type, end) {
  const payload = (/** @type {string} */ name) => /** @type {JsonObject} */ (entry.get(name));
  const of = (/** @type {JsonObject} */ value, /** @type {string} */ name) => String(value.get(name) ?? '');
  const [unit, edge] = type.split('/');
  if (edge === 'start' || edge === 'end') {
    const lifecycle = payload('lifecycle');
    const closing = edge === 'end' ? lifecycle : /** @type {JsonObject | undefined} */ (end?.get('lifecycle'));
    const status = closing ? of(closing, 'status') : 'open';
    return { title: edge === 'start' ? unit : `end of ${unit}`, text: of(lifecycle, `${unit}Id`), status };
  }
  if (type === 'message') return messageWords(payload('message'));
  if (type === 'tool_call') return { title: 'dispatch', text: `${of(payload('toolCall'), 'toolName')} ${of(payload('toolCall'), 'toolCallId')}`, status: '' };
  if (type === 'tool_outcome') {
    const outcome = payload('toolOutcome');
    return { title: 'outcome', text: [of(outcome, 'toolCallId'), of(outcome, 'errorCode'), of(outcome, 'dataKind')].filter(Boolean).join(' '), status: of(outcome, 'status') };
  }
  if (type === 'compaction') return { title: 'compaction', text: short(of(payload('compaction'), 'summary')), status: '' };
  if (type === 'context') return { title: 'context', text: `${of(payload('context'), 'kind')} ${of(payload('context'), 'path')}`, status: '' };
  if (type === 'request/header') return { title: 'request', text: `${of(payload('requestHeader'), 'providerRequestId')} ${of(payload('requestHeader'), 'model')}`, status: '' };
  if (type === 'plan/mode') return { title: 'plan mode', text: payload('planMode').get('active') ? 'on' : 'off', status: '' };
  return { title: type, text: '', status: '' };
}

/** @param {JsonObject} message */
function messageWords(message) {
  const role = String(message.get('role'));
  const blocks = /** @type {JsonObject[]} */ (message.get('content') ?? []);
  const text = blocks.map((block) => {
    if (block.get('type') === 'toolCall') return `→ ${block.get('name')} ${block.get('id')}`;
    if (block.get('type') === 'image') return '[an image]';
    return String(block.get('text') ?? block.get('thinking') ?? '');
  });
  const title = role === 'toolResult' ? 'result' : role;
  const of = role === 'toolResult' ? `${message.get('toolName')} ${message.get('toolCallId')}: ` : '';
  return { title, text: short(of + text.join(' · ')), status: message.get('isError') === true ? 'error' : '' };
}

/** @param {string} text */
function short(text) {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

/**
 * @param {number | null} milliseconds
 * @returns {string}
 */
export function lasted(milliseconds) {
  if (milliseconds === null || Number.isNaN(milliseconds)) return '';
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 120_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}
