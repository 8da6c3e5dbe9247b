import { locate } from './place.mjs';
import { classify, diagnose, parseMarkerLine, readNative } from './toolwire.mjs';

/**
 * A part of a carrier's content. Offsets count UTF-16 units.
 *
 * @typedef {'token' | 'header' | 'marker' | 'body' | 'fault' | 'frame' | 'id' | 'none'} Part
 * @typedef {{ part: Part, label: string, start: number, end: number }} CarrierSpan
 */

const TOKEN = '[Tool results]';
/** @type {Record<string, [Part, string]>} */
const MEMBERS = { attachments: ['marker', 'declared'], content: ['body', 'body'], tool_call_id: ['id', 'call'] };

/**
 * Takes a content apart as its reader does. The spans cover all of it, in order.
 *
 * @param {string} role
 * @param {string} content
 * @returns {CarrierSpan[]}
 */
export function carrierSpans(role, content) {
  const parts = classify(role, content);
  if (parts === null) return whole(content, 'none', 'text');
  if (parts.kind === 'native') return nativeSpans(content, parts.declared);
  const reason = diagnose(role, content)?.reason ?? null;
  return reason === null ? promptSpans(content, parts.attachments.length) : legacySpans(content, reason);
}

/**
 * Lines of a text that only look like a declaration, at most so many.
 *
 * @param {string} text
 * @param {number} [most]
 * @returns {{ start: number, end: number }[]}
 */
export function lookAlikes(text, most = 200) {
  const found = [];
  for (let start = 0; start <= text.length && found.length < most; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (text[start] === '[') {
      const line = text.slice(start, end);
      if (line === TOKEN || /^\[Tool attachments: \d+\]$/.test(line) || parseMarkerLine(line)) found.push({ start, end });
    }
    start = end + 1;
  }
  return found;
}

/**
 * @param {string} content of a declared carrier
 * @param {number} count
 * @returns {CarrierSpan[]}
 */
function promptSpans(content, count) {
  /** @type {[Part, string][]} */
  const head = [['token', 'token'], ['header', `count: ${count}`]];
  for (let number = 1; number <= count; number += 1) head.push(['marker', `attachment ${number}`]);
  /** @type {CarrierSpan[]} */
  const spans = [];
  let start = 0;
  for (const [part, label] of head) {
    const end = lineEnd(content, start);
    spans.push({ part, label, start, end });
    start = end;
  }
  spans.push({ part: 'body', label: start < content.length ? 'body' : 'body: empty', start, end: content.length });
  return spans;
}

/**
 * @param {string} content of a legacy prompt carrier
 * @param {string} reason
 * @returns {CarrierSpan[]}
 */
function legacySpans(content, reason) {
  const [start, end] = faultyLine(content, reason);
  const spans = [
    { part: /** @type {Part} */ ('body'), label: 'body', start: 0, end: start },
    { part: /** @type {Part} */ ('fault'), label: `body: ${reason}`, start, end },
    { part: /** @type {Part} */ ('body'), label: 'body', start: end, end: content.length },
  ];
  return spans.filter((span) => span.end > span.start || span.part === 'fault');
}

/**
 * The line by which a carrier is legacy; the end of the content when a line is missing.
 *
 * @param {string} content
 * @param {string} reason
 * @returns {[number, number]}
 */
function faultyLine(content, reason) {
  const second = lineEnd(content, 0);
  const third = lineEnd(content, second);
  if (reason === 'no-header') return content.slice(0, second).trimEnd() === TOKEN && second === TOKEN.length + 1 ? [second, third] : [0, second];
  if (reason === 'bad-header') return [second, third];
  if (reason === 'short') return [content.length, content.length];
  let start = third;
  while (start < content.length && parseMarkerLine(content.slice(start, lineEnd(content, start)).replace(/\n$/, ''))) start = lineEnd(content, start);
  return [start, lineEnd(content, start)];
}

/**
 * @param {string} content
 * @param {boolean} declared
 * @returns {CarrierSpan[]}
 */
function nativeSpans(content, declared) {
  const { reading, spans: members } = readNative(content);
  if (reading.reason === 'not-json') return rawSpans(content);
  if (reading.reason === 'not-envelope') return whole(content, 'body', 'body: not-envelope');
  /** @type {CarrierSpan[]} */
  const spans = [];
  let at = 0;
  for (const [name, { start, end }] of members) {
    if (!Object.hasOwn(MEMBERS, name)) continue;
    const [part, label] = MEMBERS[name];
    spans.push({ part: 'frame', label: '', start: at, end: start });
    const faulty = name === 'attachments' && !declared;
    spans.push({ part: faulty ? 'fault' : part, label: faulty ? `attachments: ${reading.reason}` : label, start, end });
    at = end;
  }
  spans.push({ part: 'frame', label: '', start: at, end: content.length });
  return spans;
}

/**
 * @param {string} content of a tool message that is no JSON text
 * @returns {CarrierSpan[]}
 */
function rawSpans(content) {
  const at = locate(content).fault ?? content.length;
  const end = Math.min(content.length, at + (/[\ud800-\udbff]/.test(content[at] ?? '') ? 2 : 1));
  if (at === 0) return whole(content, 'body', 'body: not-json');
  return [
    { part: 'body', label: 'body: not-json', start: 0, end: at },
    { part: 'fault', label: at < content.length ? 'here' : 'it ends here', start: at, end },
    ...(end < content.length ? [{ part: /** @type {Part} */ ('body'), label: '', start: end, end: content.length }] : []),
  ];
}

/**
 * Whether spans begin within lines, so that they cannot be shown one below the other.
 *
 * @param {CarrierSpan[]} spans
 * @param {string} content
 */
export function areInline(spans, content) {
  return spans.some(({ start, end }) => end > start && start > 0 && content[start - 1] !== '\n') || spans.some(({ part }) => part === 'frame');
}

/**
 * @param {string} content
 * @param {Part} part
 * @param {string} label
 * @returns {CarrierSpan[]}
 */
function whole(content, part, label) {
  return [{ part, label, start: 0, end: content.length }];
}

/**
 * @param {string} content
 * @param {number} start of a line
 * @returns {number} where the next one begins, or the content's length
 */
function lineEnd(content, start) {
  const feed = content.indexOf('\n', start);
  return feed < 0 ? content.length : feed + 1;
}
