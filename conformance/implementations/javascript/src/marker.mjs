import { isKind, requireWritable } from './attachment.mjs';
import { requireText } from './text.mjs';

/** @typedef {import('./attachment.mjs').Attachment} Attachment */

const BEFORE_TARGET = /^\[(?:IMAGE|AUDIO|VIDEO|DOCUMENT):/;

/**
 * Reads a text as a marker line. Implements carrier.marker.*.
 *
 * @param {string} line without the line feed that ends it
 * @returns {Attachment | null} null when it is no marker line
 */
export function parseMarkerLine(line) {
  return requireText(line).includes('\n') ? null : readMarker(line);
}

/**
 * Reads one line of a text as a marker line.
 *
 * @param {string} line a text without a line feed
 * @returns {Attachment | null}
 */
export function readMarker(line) {
  const before = BEFORE_TARGET.exec(line)?.[0];
  if (before === undefined || !line.endsWith(']')) return null;
  const kind = before.slice(1, -1).toLowerCase();
  const target = line.slice(before.length, -1);
  return isKind(kind) && target !== '' ? { kind, target } : null;
}

/**
 * Writes the marker of an attachment. Implements carrier.write.marker.
 *
 * @param {Attachment} attachment
 * @returns {string} the line without a line feed
 */
export function markerLine(attachment) {
  const { kind, target } = requireWritable(attachment);
  return `[${kind.toUpperCase()}:${target}]`;
}
