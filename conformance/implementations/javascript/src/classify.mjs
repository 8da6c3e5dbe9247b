import { readNative } from './native.mjs';
import { isPromptCarrier, readPrompt } from './prompt.mjs';
import { diagnosisOf, partsOf } from './reading.mjs';
import { requireText } from './text.mjs';

/**
 * Finds the parts of a message that is a carrier. Implements carrier.role.*, carrier.total and carrier.position.only.
 *
 * @param {string} role
 * @param {string} content
 * @returns {import('./reading.mjs').Parts | null} null when the message is no carrier
 */
export function classify(role, content) {
  const reading = read(role, content);
  return reading && partsOf(reading);
}

/**
 * Whether a message is a carrier. Implements carrier.is-carrier.
 *
 * @param {string} role
 * @param {string} content
 * @returns {boolean}
 */
export function isCarrier(role, content) {
  return shapeOf(requireText(role), requireText(content)) !== null;
}

/**
 * The images that a message declares. Implements carrier.image-refs.
 *
 * @param {string} role
 * @param {string} content
 * @returns {string[]} their targets in order
 */
export function imageRefs(role, content) {
  const attachments = read(role, content)?.attachments ?? [];
  return attachments.filter(({ kind }) => kind === 'image').map(({ target }) => target);
}

/**
 * Says why a carrier is legacy and how many items were skipped. Implements carrier.legacy.reason and carrier.native.skipped.
 *
 * @param {string} role
 * @param {string} content
 * @returns {import('./reading.mjs').Diagnosis | null} null when the message is no carrier
 */
export function diagnose(role, content) {
  const reading = read(role, content);
  return reading && diagnosisOf(reading);
}

/**
 * @param {string} role
 * @param {string} content
 * @returns {import('./reading.mjs').Reading | null}
 */
function read(role, content) {
  const shape = shapeOf(requireText(role), requireText(content));
  if (shape === null) return null;
  return shape === 'native' ? readNative(content).reading : readPrompt(content);
}

/**
 * The shape of carrier that a message is read as. Implements carrier.role.*.
 *
 * @param {string} role a text
 * @param {string} content a text
 * @returns {'native' | 'prompt' | null} null when it is no carrier
 */
export function shapeOf(role, content) {
  if (role === 'tool') return 'native';
  return role === 'user' && isPromptCarrier(content) ? 'prompt' : null;
}
