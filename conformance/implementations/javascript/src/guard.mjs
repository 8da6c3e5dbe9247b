import { isPromptCarrier } from './prompt.mjs';
import { requireText } from './text.mjs';

/**
 * Keeps a text from outside the runtime from forming a carrier. Implements carrier.ingress.guard and carrier.ingress.pass.
 *
 * @param {string} text what a person or a channel sent
 * @returns {string} the content of a message of role `user`
 */
export function guardUserText(text) {
  return isPromptCarrier(requireText(text)) ? `[User text]\n${text}` : text;
}
