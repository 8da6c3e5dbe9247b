import { shapeOf } from './classify.mjs';
import { readNative, renderNativeAttachments } from './native.mjs';
import { readPrompt, renderPrompt } from './prompt.mjs';
import { refuse } from './refusal.mjs';
import { requireText } from './text.mjs';

/** @typedef {import('./attachment.mjs').Attachment} Attachment */
/** @typedef {import('./json.mjs').Span} Span */

/**
 * Gives a declared carrier another list of attachments and perhaps another text. Implements carrier.rebuild.*.
 *
 * @param {string} role
 * @param {string} content
 * @param {Attachment[]} attachments the new list
 * @param {string} [text] the new text; without one, the text that classification reads
 * @returns {string} the new content
 */
export function rebuild(role, content, attachments, text) {
  const shape = shapeOf(requireText(role), requireText(content));
  if (text !== undefined) requireText(text);
  if (shape === 'native') return rebuildNative(content, attachments, text);
  if (shape === 'prompt') return rebuildPrompt(content, attachments, text);
  return refuse('carrier.rebuild.declared');
}

/**
 * Implements carrier.rebuild.prompt.
 *
 * @param {string} content
 * @param {Attachment[]} attachments
 * @param {string} [text]
 */
function rebuildPrompt(content, attachments, text) {
  const reading = readPrompt(content);
  if (reading.reason !== null) refuse('carrier.rebuild.declared');
  return renderPrompt(text ?? reading.text, attachments);
}

/**
 * Implements carrier.rebuild.native: the characters outside of the two values stay.
 *
 * @param {string} content
 * @param {Attachment[]} attachments
 * @param {string} [text]
 */
function rebuildNative(content, attachments, text) {
  const { reading, spans } = readNative(content);
  if (reading.reason !== null) refuse('carrier.rebuild.declared');
  const values = new Map([
    ['attachments', JSON.stringify(renderNativeAttachments(attachments))],
    ['content', JSON.stringify(text ?? reading.text)],
  ]);
  const pieces = [];
  let copied = 0;
  for (const [name, { start, end }] of spans) {
    const value = values.get(name);
    if (value === undefined) continue;
    pieces.push(content.slice(copied, start), value);
    copied = end;
  }
  return pieces.join('') + content.slice(copied);
}
