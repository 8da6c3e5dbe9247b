import { Refusal } from '../refusal.mjs';
import { renderPage } from './page.mjs';

/** Kinds of failed reads: their requirement, and what the model is told (read.text). */
const KINDS = new Map([
  ['unknown_capture', ['read.unknown-capture', 'this conversation has no tool result with that capture_id']],
  ['not_retained', ['read.not-retained', 'that tool result was shown completely; nothing more was kept']],
  ['offset_out_of_range', ['read.offset', 'offset is not below the number of retained bytes']],
  ['integrity', ['read.integrity', 'the retained bytes are not the ones that were stored']],
  ['unavailable', ['read.unavailable', 'the retained bytes cannot be read now']],
  ['cancelled', ['read.cancelled', 'the read was cancelled']],
  ['no_reader', ['read.no-reader', 'no tool results can be read in this conversation']],
  ['not_prepared', ['read.prepared', 'the call was not prepared']],
]);

/** A failed read, by its kind. */
export class ReadFailure extends Refusal {
  /** @param {string} kind */
  constructor(kind) {
    super(KINDS.get(errorKind(kind))?.[0] ?? '');
    this.kind = errorKind(kind);
  }
}

/**
 * The kind that is answered for one that an error claims. Implements read.untyped.
 *
 * @param {string} kind
 * @returns {string}
 */
export function errorKind(kind) {
  return KINDS.has(kind) ? kind : 'unavailable';
}

/**
 * What a model is told of a failed read. Implements read.text.
 *
 * @param {string} kind
 * @returns {string}
 */
export function errorText(kind) {
  return `error: read_tool_result: ${KINDS.get(errorKind(kind))?.[1]}`;
}

/**
 * What a model is shown when a reader gives a page, an error, both or neither. Implements read.cancelled, read.other-capture,
 * read.error-first and read.untyped.
 *
 * @param {string} captureId the capture that was asked for
 * @param {import('./page.mjs').Page | null} page
 * @param {string | null} error the kind that it claims; null: none
 * @param {boolean} cancelled whether the call was
 * @returns {string}
 */
export function answer(captureId, page, error, cancelled) {
  if (error !== null || page === null) return errorText(cancelled ? 'cancelled' : (error ?? 'unavailable'));
  if (page.captureId !== captureId) return errorText('unavailable');
  try {
    return renderPage(page);
  } catch (refusal) {
    if (refusal instanceof Refusal) return errorText('unavailable'); // a page that is none
    throw refusal;
  }
}
