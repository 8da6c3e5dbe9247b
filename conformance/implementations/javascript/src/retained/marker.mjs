import { refuse } from '../refusal.mjs';
import { CAPTURE_ID, DECIMAL, fits, isCaptureId } from '../scalars.mjs';
import { CAUSES, checkNumbers } from './record.mjs';

/**
 * What a retention marker says.
 *
 * @typedef {object} Marker
 * @property {bigint} capturedBytes
 * @property {bigint} originalBytes
 * @property {boolean} originalExact
 * @property {string | null} truncationReason
 * @property {string | null} captureId null when the capture cannot be read
 */

const READ = (/** @type {string} */ hint) => `(?:; ${hint} with read_tool_result capture_id="(?<id>${CAPTURE_ID})")?`;
const COMPLETE = new RegExp(`^\n\\[tool output shaped; all (?<captured>${DECIMAL}) bytes retained${READ('read the rest')}\\]\n$`);
const PARTIAL = new RegExp(
  `^\n\\[tool output shaped; (?<captured>${DECIMAL}) of (?<bound>at least )?(?<original>${DECIMAL}) bytes retained; ` +
    `(?<bound2>at least )?the last (?<missing>${DECIMAL}) bytes (?<cause>${[...CAUSES.values()].join('|')}) ` +
    `and are unavailable${READ('read the retained bytes')}\\]\n$`,
);

/**
 * Writes a retention marker. Implements marker.form, marker.numbers, marker.valid and marker.readable.
 *
 * @param {Marker} marker
 * @returns {string} with both of its line feeds
 */
export function renderMarker(marker) {
  const { capturedBytes, originalBytes, originalExact, truncationReason, captureId } = marker;
  if (truncationReason !== null && !CAUSES.has(truncationReason)) refuse('capture.record.shape');
  checkNumbers(marker);
  if (captureId !== null && !isCaptureId(captureId)) refuse('marker.valid');
  const read = (/** @type {string} */ hint) =>
    captureId === null ? '' : `; ${hint} with read_tool_result capture_id="${captureId}"`;
  if (truncationReason === null) {
    return `\n[tool output shaped; all ${capturedBytes} bytes retained${read('read the rest')}]\n`;
  }
  const least = originalExact ? '' : 'at least ';
  const missing = `${least}the last ${originalBytes - capturedBytes} bytes ${CAUSES.get(truncationReason)} and are unavailable`;
  const kept = `${capturedBytes} of ${least}${originalBytes} bytes retained`;
  return `\n[tool output shaped; ${kept}; ${missing}${read('read the retained bytes')}]\n`;
}

/**
 * Reads the retention marker at the end of a preview. Implements marker.position and marker.agree.
 *
 * @param {string} text
 * @returns {{ preview: string, marker: Marker } | null} what stands before it, and what it says
 */
export function parseMarker(text) {
  const start = text.lastIndexOf('\n', text.length - 2);
  if (start < 0 || text.length < 2) return null;
  const marker = readMarker(text.slice(start));
  return marker && { preview: text.slice(0, start), marker };
}

/**
 * @param {string} line the marker alone
 * @returns {Marker | null}
 */
function readMarker(line) {
  const complete = COMPLETE.exec(line)?.groups;
  if (complete) {
    const count = BigInt(complete.captured);
    const captureId = complete.id ?? null;
    return fits(count)
      ? { capturedBytes: count, originalBytes: count, originalExact: true, truncationReason: null, captureId }
      : null;
  }
  const partial = PARTIAL.exec(line)?.groups;
  if (!partial || partial.bound !== partial.bound2) return null;
  const [captured, original, missing] = [partial.captured, partial.original, partial.missing].map(BigInt);
  if (!fits(original) || captured >= original || missing !== original - captured) return null;
  const reason = [...CAUSES].find(([, cause]) => cause === partial.cause)?.[0] ?? null;
  return {
    capturedBytes: captured,
    originalBytes: original,
    originalExact: partial.bound === undefined,
    truncationReason: reason,
    captureId: partial.id ?? null,
  };
}
