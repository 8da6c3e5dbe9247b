import { markerLine, readMarker } from './marker.mjs';
import { legacy, partsOf } from './reading.mjs';
import { endOfLine, isWhiteSpace, requireText } from './text.mjs';

/** @typedef {import('./attachment.mjs').Attachment} Attachment */

const TOKEN = '[Tool results]';
const LINE_TWO = TOKEN.length + 1;
const HEADER_START = '[Tool attachments';
const HEADER = /^\[Tool attachments: (\d+)\]$/;

/**
 * Whether a content is a prompt carrier. Implements carrier.predicate.
 *
 * @param {string} content
 * @returns {boolean}
 */
export function isPromptCarrier(content) {
  let at = 0;
  while (isWhiteSpace(content.charCodeAt(at))) at += 1;
  return content.startsWith(TOKEN, at);
}

/**
 * Reads a content whose role is not known as a prompt carrier. Implements carrier.prompt.alone.
 *
 * @param {string} content
 * @returns {import('./reading.mjs').Parts | null} null when line 1 is not exactly the token
 */
export function parsePrompt(content) {
  const first = requireText(content).slice(0, LINE_TWO);
  return first === TOKEN || first === `${TOKEN}\n` ? partsOf(readPrompt(content)) : null;
}

/**
 * Reads a prompt carrier. Implements carrier.prompt.* and carrier.legacy.first.
 *
 * @param {string} content a text for which the predicate holds
 * @returns {import('./reading.mjs').Reading}
 */
export function readPrompt(content) {
  if (!content.startsWith(`${TOKEN}\n${HEADER_START}`)) return legacy('prompt', 'no-header', content);
  const header = HEADER.exec(content.slice(LINE_TWO, endOfLine(content, LINE_TWO)));
  if (header === null) return legacy('prompt', 'bad-header', content);

  // A number may round the count, but never to one that any content supplies: those are exact.
  const count = Number(header[1]);
  /** @type {Attachment[]} */
  const attachments = [];
  let start = LINE_TWO + header[0].length + 1;
  while (attachments.length < count) {
    if (start > content.length) return legacy('prompt', 'short', content);
    const end = endOfLine(content, start);
    const attachment = readMarker(content.slice(start, end));
    if (attachment === null) return legacy('prompt', 'bad-marker', content);
    attachments.push(attachment);
    start = end + 1;
  }
  return { kind: 'prompt', reason: null, attachments, text: content.slice(start), skipped: 0 };
}

/**
 * Writes a prompt carrier. Implements carrier.write.prompt and carrier.write.count.
 *
 * @param {string} text the body
 * @param {Attachment[]} attachments
 * @returns {string} the content of a message of role `user`
 */
export function renderPrompt(text, attachments) {
  const head = [TOKEN, `[Tool attachments: ${attachments.length}]`, ...attachments.map(markerLine)];
  return `${head.join('\n')}\n${requireText(text)}`;
}
