import { textOf, utf8 } from '../bytes.mjs';
import { sha256 } from '../sha256.mjs';
import { renderMarker } from './marker.mjs';
import { cutPage } from './page.mjs';
import { ReadFailure } from './error.mjs';
import { shapePreview } from './preview.mjs';

/** @typedef {import('./record.mjs').CaptureRecord} CaptureRecord */

/** How many bytes are kept unless the host says otherwise (capture.prefix). */
export const CEILING = 8388608;

/**
 * Captures an output, and shapes its preview. Implements capture.* and marker.when.
 *
 * @param {string} captureId
 * @param {Uint8Array} output
 * @param {{ budget: number, ceiling: number, readable: boolean }} how budget and ceiling in bytes; whether the loop can read it
 * @returns {{ record: CaptureRecord, preview: string }}
 */
export function capture(captureId, output, { budget, ceiling, readable }) {
  const kept = output.subarray(0, ceiling);
  const shown = shapePreview(output, budget);
  const truncated = kept.length < output.length;
  const retained = truncated || !sameBytes(utf8(shown), output);
  const record = {
    captureId,
    capturedBytes: BigInt(kept.length),
    originalBytes: BigInt(output.length),
    originalExact: true,
    truncationReason: truncated ? 'capture_ceiling' : null,
    encoding: textOf(kept) === null ? 'binary' : 'utf-8',
    digest: retained ? digestOf(kept) : null,
  };
  if (!retained) return { record, preview: shown };
  const marker = renderMarker({ ...record, captureId: readable ? captureId : null });
  return { record, preview: shapePreview(output, budget, marker) };
}

/**
 * Reads a page of a capture that a loop has. Implements read.unknown-capture, read.not-retained, read.offset, read.integrity.
 *
 * @param {CaptureRecord} record
 * @param {Uint8Array} stored
 * @param {import('./arguments.mjs').PageRequest} request
 * @param {number} limit the page limit of a text
 * @returns {import('./page.mjs').Page}
 */
export function readPage(record, stored, request, limit) {
  if (request.captureId !== record.captureId) throw new ReadFailure('unknown_capture');
  if (record.digest === null) throw new ReadFailure('not_retained');
  if (request.offset >= record.capturedBytes) throw new ReadFailure('offset_out_of_range');
  if (BigInt(stored.length) !== record.capturedBytes || digestOf(stored) !== record.digest) throw new ReadFailure('integrity');
  return cutPage(record, stored, request, limit);
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} their digest (capture.digest)
 */
export function digestOf(bytes) {
  return `sha256:${sha256(bytes)}`;
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function sameBytes(left, right) {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
