import { refuse } from './refusal.mjs';
import { requireText } from './text.mjs';

/**
 * Something that a tool declared to be shown to the model. The target is opaque.
 *
 * @typedef {'image' | 'audio' | 'video' | 'document'} AttachmentKind
 * @typedef {{ kind: AttachmentKind, target: string }} Attachment
 */

const KINDS = ['image', 'audio', 'video', 'document'];
const UNWRITABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Whether a value is one of the four kinds.
 *
 * @param {unknown} value
 * @returns {value is AttachmentKind}
 */
export function isKind(value) {
  return typeof value === 'string' && KINDS.includes(value);
}

/**
 * Takes what a writer is given as an attachment that it may write. Implements carrier.write.kind and carrier.write.target.
 *
 * @param {{ kind: unknown, target: unknown }} attachment other members are ignored
 * @returns {Attachment} a copy that holds the two members in this order
 */
export function requireWritable({ kind, target }) {
  if (typeof target === 'string') requireText(target);
  if (!isKind(kind)) refuse('carrier.write.kind');
  if (typeof target !== 'string' || target === '' || UNWRITABLE.test(target)) refuse('carrier.write.target');
  return { kind, target };
}
