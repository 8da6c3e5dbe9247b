// What follows from classify alone.
import { classify } from './classify.js';

/** Whether the message is a carrier. */
export const isCarrier = (role, content) => classify(role, content) !== null;

/** The targets of its images, in order. */
export function imageRefs(role, content) {
  const attachments = classify(role, content)?.attachments ?? [];
  return attachments.filter(({ kind }) => kind === 'image').map(({ target }) => target);
}

/** The attachment that a line declares, or null: put into a carrier of no body, a marker leaves no text over. */
export function parseMarkerLine(line) {
  const parts = classify('user', `[Tool results]\n[Tool attachments: 1]\n${line}\n`);
  return parts?.text === '' ? parts.attachments[0] : null;
}
