import { continues, fromBase64, textOf, toBase64, utf8 } from '../bytes.mjs';
import { Refusal, refuse } from '../refusal.mjs';
import { CAPTURE_ID, DECIMAL, fits, isCaptureId } from '../scalars.mjs';
import { checkBudget } from './preview.mjs';
import { CAUSES, checkNumbers, isEncoding } from './record.mjs';

/**
 * A part of the retained bytes of a capture.
 *
 * @typedef {object} Page
 * @property {string} captureId
 * @property {bigint} offset
 * @property {Uint8Array} data
 * @property {bigint} capturedBytes
 * @property {bigint} originalBytes
 * @property {boolean} originalExact
 * @property {string | null} truncationReason
 * @property {string} encoding
 * @property {bigint | null} nextOffset
 */

/** The most bytes that a page has without a budget (page.limit.text). */
export const PAGE_LIMIT = 65536;

const FOOTER = new RegExp(
  `^\n\\[capture (?<id>${CAPTURE_ID}): (?:no bytes|bytes (?<first>${DECIMAL})-(?<last>${DECIMAL})) of (?<captured>${DECIMAL}) ` +
    `retained \\(original (?<bound>at least )?(?<original>${DECIMAL})\\)(?<base64>; encoding=base64)?` +
    `(?:; next_offset=(?<next>${DECIMAL})|; end)` +
    `(?:; truncated: (?:at least )?(?<missing>${DECIMAL}) bytes not retained \\((?<reason>${[...CAUSES.keys()].join('|')})\\))?\\]$`,
);

/**
 * How many retained bytes a page may have. Implements page.limit.*.
 *
 * @param {number} budget in bytes; 0 or less: none
 * @param {string} encoding
 * @returns {number}
 */
export function pageLimit(budget, encoding) {
  checkBudget(budget);
  const limit = budget <= 0 ? PAGE_LIMIT : Math.min(PAGE_LIMIT, Math.max(budget - 512, Math.floor(budget / 2)));
  return encoding === 'utf-8' ? limit : binaryLimit(limit);
}

/** @param {number} limit that of a text */
function binaryLimit(limit) {
  return Math.max(Math.floor(limit / 4) * 3, 3);
}

/**
 * The page that is asked for. Implements page.window, page.text.* and page.advance.
 *
 * @param {import('./record.mjs').CaptureRecord} record
 * @param {Uint8Array} data the retained bytes
 * @param {import('./arguments.mjs').PageRequest} request its offset is below the number of retained bytes
 * @param {number} limit the page limit of a text
 * @returns {Page}
 */
export function cutPage(record, data, request, limit) {
  const start = Number(request.offset);
  const most = record.encoding === 'utf-8' ? limit : binaryLimit(limit);
  const size = request.maxBytes === null ? most : Math.min(most, Number(request.maxBytes));
  const end = Math.min(start + size, data.length);
  const [first, behind] = record.encoding === 'utf-8' ? characters(data, start, end) : [start, end];
  const { captureId, capturedBytes, originalBytes, originalExact, truncationReason, encoding } = record;
  return {
    captureId,
    offset: BigInt(first),
    data: data.subarray(first, behind),
    capturedBytes,
    originalBytes,
    originalExact,
    truncationReason,
    encoding,
    nextOffset: behind < data.length ? BigInt(behind) : null,
  };
}

/**
 * @param {Uint8Array} data
 * @param {number} start
 * @param {number} end of the window
 * @returns {[number, number]} where its whole characters begin and end
 */
function characters(data, start, end) {
  const first = nextCharacter(data, start);
  let behind = end;
  while (behind > first && continues(data[behind])) behind -= 1;
  if (behind <= first && first < data.length) behind = nextCharacter(data, first + 1);
  return [first, Math.max(first, behind)];
}

/**
 * @param {Uint8Array} data
 * @param {number} position
 */
function nextCharacter(data, position) {
  let at = position;
  while (at < data.length && continues(data[at])) at += 1;
  return at;
}

/**
 * A page as the model sees it. Implements page.body, page.footer and page.valid.
 *
 * @param {Page} page
 * @returns {string}
 */
export function renderPage(page) {
  checkPage(page);
  return (page.encoding === 'utf-8' ? textOf(page.data) : toBase64(page.data)) + footer(page);
}

/** @param {Page} page */
function footer(page) {
  const least = page.originalExact ? '' : 'at least ';
  const held = page.data.length > 0 ? `bytes ${page.offset}-${endOf(page) - 1n}` : 'no bytes';
  const encoded = page.encoding === 'binary' ? '; encoding=base64' : '';
  const next = page.nextOffset === null ? '; end' : `; next_offset=${page.nextOffset}`;
  const missing = `${least}${page.originalBytes - page.capturedBytes}`;
  const gone = page.truncationReason === null ? '' : `; truncated: ${missing} bytes not retained (${page.truncationReason})`;
  const kept = `${held} of ${page.capturedBytes} retained (original ${least}${page.originalBytes})`;
  return `\n[capture ${page.captureId}: ${kept}${encoded}${next}${gone}]`;
}

/** @param {Page} page */
function endOf(page) {
  return page.offset + BigInt(page.data.length);
}

/**
 * Judges whether a page is one of any capture. Implements page.valid.
 *
 * @param {Page} page
 */
function checkPage(page) {
  try {
    checkNumbers(page);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('page.valid') : error;
  }
  const { captureId, offset, data, capturedBytes, originalBytes, truncationReason, encoding, nextOffset } = page;
  const end = endOf(page);
  const ends = nextOffset === null ? end === capturedBytes : nextOffset === end && end < capturedBytes;
  const empty = data.length === 0;
  const sound =
    isCaptureId(captureId) &&
    isEncoding(encoding) &&
    (truncationReason === null || CAUSES.has(truncationReason)) &&
    fits(offset) &&
    fits(originalBytes) &&
    ends &&
    (!empty || (encoding === 'utf-8' && nextOffset === null && capturedBytes > 0n)) &&
    (encoding === 'binary' || textOf(data) !== null);
  if (!sound) refuse('page.valid');
}

/**
 * @param {string} body of a page
 * @param {string} encoding
 * @returns {Uint8Array | null} the bytes that it stands for; null if it is no base64 as a writer writes it
 */
export function bodyBytes(body, encoding) {
  if (encoding === 'utf-8') return utf8(body);
  const data = fromBase64(body);
  return data !== null && toBase64(data) === body ? data : null;
}

/**
 * What a rendered page says. Implements page.parse.*.
 *
 * @param {string} text
 * @returns {(Omit<Page, 'data' | 'offset'> & { body: string, first: bigint | null, last: bigint | null, missingBytes: bigint | null }) | null}
 */
export function parsePage(text) {
  const start = text.lastIndexOf('\n');
  const part = start < 0 ? undefined : FOOTER.exec(text.slice(start))?.groups;
  if (!part) return null;
  const body = text.slice(0, start);
  const encoding = part.base64 === undefined ? 'utf-8' : 'binary';
  const data = bodyBytes(body, encoding);
  if (data === null) return null;
  const number = (/** @type {string | undefined} */ digits) => (digits === undefined ? null : BigInt(digits));
  const said = {
    captureId: part.id,
    capturedBytes: BigInt(part.captured),
    originalBytes: BigInt(part.original),
    originalExact: part.bound === undefined,
    truncationReason: part.reason ?? null,
    encoding,
    nextOffset: number(part.next),
  };
  const first = number(part.first);
  const page = { ...said, offset: first ?? said.capturedBytes, data };
  try {
    checkPage(page);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  if (footer(page) !== text.slice(start)) return null;
  return { body, ...said, first, last: number(part.last), missingBytes: number(part.missing) };
}
