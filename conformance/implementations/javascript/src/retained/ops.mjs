import { textOf, toBase64 } from '../bytes.mjs';
import { bytes, document, shown, text, unsigned, view } from '../given.mjs';
import { ArgumentRefusal, prepareArguments } from './arguments.mjs';
import { CEILING, capture, digestOf, readPage } from './capture.mjs';
import { answer, errorKind, errorText } from './error.mjs';
import { Refusal, refuse } from '../refusal.mjs';
import { parseMarker, renderMarker } from './marker.mjs';
import { PAGE_LIMIT, bodyBytes, pageLimit, parsePage, renderPage } from './page.mjs';
import { shapePreview } from './preview.mjs';
import { readRecord } from './record.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */

/** @param {any} request of an input */
function requestOf(request) {
  const most = request.get('max_bytes') ?? null;
  return {
    captureId: request.get('capture_id'),
    offset: unsigned(request.get('offset')),
    maxBytes: most === null ? null : unsigned(most),
  };
}

/** @param {any} input */
function prepare(input) {
  return prepareArguments(document(input.arguments), input.reader_bound ?? true);
}

/** @param {any} input */
function refusalText(input) {
  try {
    prepare(input);
    return null;
  } catch (error) {
    if (error instanceof ArgumentRefusal) return error.text;
    throw error;
  }
}

/** @param {any} input */
function read(input) {
  const given = input.capture;
  const stored = bytes(given.get('data'));
  const record = {
    captureId: given.get('capture_id'),
    capturedBytes: given.has('captured_bytes') ? unsigned(given.get('captured_bytes')) : BigInt(stored.length),
    originalBytes: unsigned(given.get('original_bytes')),
    originalExact: given.get('original_exact'),
    truncationReason: given.get('truncation_reason') ?? null,
    encoding: given.get('encoding'),
    digest: given.has('digest') ? given.get('digest') : digestOf(stored),
  };
  const limit = input.page_limit === undefined ? PAGE_LIMIT : Number(unsigned(input.page_limit));
  const page = readPage(record, stored, requestOf(input.request), limit);
  return view({ page: pageView(page), text: rendered(page) });
}

/** @param {import('./page.mjs').Page} page of a capture whose record may contradict itself */
function rendered(page) {
  try {
    return renderPage(page);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('read.unavailable') : error;
  }
}

/** @param {import('./page.mjs').Page} page */
function pageView(page) {
  return view({
    capture_id: page.captureId,
    offset: shown(page.offset),
    data: page.encoding === 'utf-8' ? textOf(page.data) : toBase64(page.data),
    captured_bytes: shown(page.capturedBytes),
    original_bytes: shown(page.originalBytes),
    original_exact: page.originalExact,
    truncation_reason: page.truncationReason,
    encoding: page.encoding,
    next_offset: shown(page.nextOffset),
  });
}

/**
 * @param {any} page of an input
 * @returns {import('./page.mjs').Page}
 */
function pageOf(page) {
  const encoding = page.get('encoding');
  const next = page.get('next_offset');
  return {
    captureId: page.get('capture_id'),
    offset: unsigned(page.get('offset')),
    data: bodyBytes(page.get('data'), encoding) ?? refuse('page.valid'),
    capturedBytes: unsigned(page.get('captured_bytes')),
    originalBytes: unsigned(page.get('original_bytes')),
    originalExact: page.get('original_exact'),
    truncationReason: page.get('truncation_reason'),
    encoding,
    nextOffset: next === null ? null : unsigned(next),
  };
}

/** @param {any} input */
function parse(input) {
  const said = parsePage(text(input.text));
  return said && view({
    body: said.body,
    capture_id: said.captureId,
    first: shown(said.first),
    last: shown(said.last),
    captured_bytes: shown(said.capturedBytes),
    original_bytes: shown(said.originalBytes),
    original_exact: said.originalExact,
    encoding: said.encoding,
    next_offset: shown(said.nextOffset),
    missing_bytes: shown(said.missingBytes),
    truncation_reason: said.truncationReason,
  });
}

/** @param {any} input */
function markerOf(input) {
  return {
    capturedBytes: unsigned(input.captured_bytes),
    originalBytes: unsigned(input.original_bytes),
    originalExact: input.original_exact,
    truncationReason: input.truncation_reason ?? null,
    captureId: input.capture_id ?? null,
  };
}

/** @param {any} input */
function markerAt(input) {
  const found = parseMarker(text(input.text));
  return found && view({
    preview: found.preview,
    captured_bytes: shown(found.marker.capturedBytes),
    original_bytes: shown(found.marker.originalBytes),
    original_exact: found.marker.originalExact,
    truncation_reason: found.marker.truncationReason,
    capture_id: found.marker.captureId,
  });
}

/** @param {import('./record.mjs').CaptureRecord} record */
function recordView(record) {
  return view({
    capture_id: record.captureId,
    captured_bytes: shown(record.capturedBytes),
    original_bytes: shown(record.originalBytes),
    original_exact: record.originalExact,
    truncation_reason: record.truncationReason,
    encoding: record.encoding,
    digest: record.digest,
  });
}

/** @param {any} input */
function captured(input) {
  const pieces = input.output.map(bytes);
  const output = new Uint8Array(pieces.reduce((/** @type {number} */ size, /** @type {Uint8Array} */ piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    output.set(piece, at);
    at += piece.length;
  }
  const { record, preview } = capture(input.capture_id, output, {
    budget: integer(input.budget, 0),
    ceiling: integer(input.ceiling, CEILING),
    readable: input.readable ?? true,
  });
  return view({ record: recordView(record), preview });
}

/**
 * @param {any} value a JSON number, or nothing
 * @param {number} otherwise
 */
function integer(value, otherwise) {
  return value === undefined ? otherwise : Number(value.spelling);
}

/**
 * The operations on retained results: each takes the input with numbers as `readJson` gives them.
 *
 * @type {Record<string, (input: any) => JsonValue>}
 */
export const retainedOps = {
  'retained.prepare': (input) => {
    const { captureId, offset, maxBytes } = prepare(input);
    return view({ capture_id: captureId, offset: shown(offset), max_bytes: shown(maxBytes) });
  },
  'retained.refusal_text': refusalText,
  'retained.read': read,
  'retained.render_page': ({ page }) => renderPage(pageOf(page)),
  'retained.parse_page': parse,
  'retained.page_limit': (input) => shown(BigInt(pageLimit(integer(input.result_bytes, 0), input.encoding))),
  'retained.read_error': ({ kind }) => view({ kind: errorKind(kind), text: errorText(kind) }),
  'retained.answer': ({ request, page, error, cancelled }) =>
    answer(request.get('capture_id'), page === undefined ? null : pageOf(page), error ?? null, cancelled ?? false),
  'retained.shape_preview': ({ data, budget, marker }) => shapePreview(bytes(data), integer(budget, 0), marker),
  'retained.render_marker': (input) => renderMarker(markerOf(input)),
  'retained.parse_marker': markerAt,
  'retained.capture': captured,
  'retained.decode_record': (input) => recordView(readRecord(text(input.document))),
};
