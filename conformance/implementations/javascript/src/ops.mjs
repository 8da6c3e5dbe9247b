import { externalOps } from './external/ops.mjs';
import { bytes, text } from './given.mjs';
import * as toolwire from './index.mjs';
import { retainedOps } from './retained/ops.mjs';

/** The profiles that the operations below make up. */
export const profiles = [
  'text-json',
  'carrier-reader',
  'carrier-writer',
  'carrier-diagnosis',
  'carrier-ingress',
  'retained-arguments',
  'retained-pages',
  'retained-markers',
  'external',
  'transcript-reader',
  'transcript-session',
  'transcript-recovery',
  'transcript-writer',
  'transcript-check',
  'transcript-context',
  'transcript-projection',
  'transcript-fork',
  'transcript-requests',
];

/**
 * What each operation of the adapter protocol gives for the `input` of a request.
 *
 * @type {Record<string, (input: any) => unknown>}
 */
const results = {
  'text.decode': ({ document }) => text(document),
  'json.integer': ({ document, signed }) => toolwire.requireInteger(toolwire.readJson(text(document)), signed).toString(),
  'json.equal': ({ left, right }) => toolwire.equalJson(toolwire.readJson(text(left)), toolwire.readJson(text(right))),
  'carrier.classify': ({ role, content }) => toolwire.classify(role, text(content)),
  'carrier.is_carrier': ({ role, content }) => toolwire.isCarrier(role, text(content)),
  'carrier.parse_prompt': ({ content }) => toolwire.parsePrompt(text(content)),
  'carrier.parse_native': ({ content }) => toolwire.parseNative(text(content)),
  'carrier.native_attachments': ({ value }) => toolwire.nativeAttachments(asJsonValue(value)),
  'carrier.parse_marker_line': ({ line }) => toolwire.parseMarkerLine(text(line)),
  'carrier.image_refs': ({ role, content }) => toolwire.imageRefs(role, text(content)),
  'carrier.marker_line': ({ attachment }) => toolwire.markerLine(withText(attachment)),
  'carrier.render_prompt': (input) => toolwire.renderPrompt(text(input.text), input.attachments.map(withText)),
  'carrier.render_native_attachments': ({ attachments }) => toolwire.renderNativeAttachments(attachments.map(withText)),
  'carrier.render_native': (input) =>
    toolwire.renderNative(input.tool_call_id, text(input.text), input.attachments.map(withText)),
  'carrier.rebuild': ({ role, content, text: body, attachments }) =>
    toolwire.rebuild(role, text(content), attachments.map(withText), body === undefined ? undefined : text(body)),
  'carrier.diagnose': ({ role, content }) => toolwire.diagnose(role, text(content)),
  'carrier.guard_user_text': (input) => toolwire.guardUserText(text(input.text)),
  'transcript.load': ({ log }) => {
    const { header, entries, committedBytes, tornTail } = toolwire.load(bytes(log));
    const count = entries.length;
    return { version: header && 8, entries: count, committed_bytes: committedBytes, torn_tail: tornTail, next_seq: count };
  },
  'transcript.validate': ({ log }) => {
    const session = toolwire.validate(toolwire.load(bytes(log)).entries);
    const { nextSeq, scope, pending, activeCompaction } = session;
    return { entries: nextSeq, scope, pending, active_compaction: activeCompaction };
  },
  'transcript.append': ({ log, batches }) => append(toolwire.validate(toolwire.load(bytes(log)).entries), batches),
  'transcript.encode_entry': ({ entry }) => toolwire.encodeEntry(entry),
  'transcript.encode_log': ({ entries, records }) => ({ log: toolwire.encodeLog(entries, records) }),
  'transcript.check': ({ log }) => toolwire.check(bytes(log)),
  'transcript.fork': ({ log, message_id: id, mode, replacement_text: text = '', ids, now }) => {
    const { header, entries, lines } = toolwire.load(bytes(log));
    const left = [...ids].reverse();
    const { kept, added } = toolwire.fork(entries, id, mode, text, () => left.pop() ?? '', now);
    const start = header ? lines.slice(0, kept + 1).map((line) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)).join('') : '';
    return { log: start + added };
  },
};

/**
 * The operations whose result holds numbers that JavaScript could not hold.
 *
 * @type {Record<string, (input: any) => import('./json.mjs').JsonValue>}
 */
const exactResults = {
  ...retainedOps,
  ...externalOps,
  'json.read': ({ document }) => toolwire.readJson(text(document)),
  'transcript.decode_entry': ({ line }) => {
    const read = bytes(line);
    return toolwire.readEntry(read.at(-1) === 0x0a ? read.subarray(0, -1) : read);
  },
  'transcript.context': ({ log }) => {
    const { entries } = toolwire.load(bytes(log));
    toolwire.validate(entries);
    const { messages, activeCompaction, firstKept, asOf } = toolwire.modelContext(entries);
    const view = { messages, active_compaction: activeCompaction, first_kept: firstKept, as_of: toolwire.whole(asOf) };
    return toolwire.asJson(view);
  },
  'transcript.project': ({ log, upto }) => {
    const { entries } = toolwire.load(bytes(log));
    toolwire.validate(entries);
    if (upto < -1 || upto >= entries.length) throw new toolwire.Refusal('projection.upto');
    return toolwire.asJson(toolwire.project(upto === undefined ? entries : entries.slice(0, upto + 1)));
  },
  'transcript.request': ({ log, provider_request_id: id }) =>
    toolwire.asJson(toolwire.reconstruct(toolwire.load(bytes(log)).entries, id)),
  'transcript.capture_options': (input) => toolwire.captureOptions(input.protocol, input.tools, input.options),
  'transcript.recover': ({ log, ids, now }) => {
    const { header, entries } = toolwire.load(bytes(log));
    const left = [...ids].reverse();
    const newId = () => left.pop() ?? '';
    return new Map([['repairs', toolwire.repair(toolwire.validate(entries), header?.recordsDispatch ?? true, newId, now)]]);
  },
};

/** The operations whose inputs hold JSON values or large numbers, which keep their spelling. */
const EXACT_INPUTS = [
  ...['transcript.append', 'transcript.encode_entry', 'transcript.encode_log', 'transcript.capture_options'],
  ...Object.keys(retainedOps),
  ...Object.keys(externalOps),
];

/**
 * @param {toolwire.Session} session
 * @param {Map<string, any>[]} items of a request
 */
function append(session, items) {
  /** @type {any[]} */
  const prepared = [];
  return items.map((item, index) => {
    try {
      const entries = item.get('entries');
      if (entries) prepared[index] = session.prepare(entries);
      if (!entries) session.commit(prepared[Number(item.get('commit').spelling)]);
      else if (item.get('commit') === true) session.commit(prepared[index]);
      return { [entries ? 'prepared' : 'committed']: true, next_seq: session.nextSeq };
    } catch (error) {
      if (!(error instanceof toolwire.Refusal)) throw error;
      return { refused: { rule: error.rule, phase: error.phase } };
    }
  });
}

/**
 * Runs one operation.
 *
 * @param {string} op its name in the adapter protocol
 * @param {any} input the `input` of a request, as `JSON.parse` gave it
 * @param {string} request the whole request, for operations that take exact numbers
 * @returns {string} what the answer holds beside the id: JSON members, without the braces
 */
export function run(op, input, request) {
  try {
    const given = EXACT_INPUTS.includes(op) ? exactInput(request) : input;
    if (Object.hasOwn(exactResults, op)) return `"result":${toolwire.writeJson(exactResults[op](given))}`;
    if (!Object.hasOwn(results, op)) return '"unsupported":true';
    return `"result":${JSON.stringify(results[op](given))}`;
  } catch (error) {
    if (!(error instanceof toolwire.Refusal)) return `"error":${JSON.stringify({ message: String(error) })}`;
    return `"refused":${JSON.stringify({ rule: error.rule, phase: error.phase })}`;
  }
}

/**
 * @param {string} request
 * @returns {any} its input, whose own members are those of an object
 */
function exactInput(request) {
  const members = /** @type {Map<string, any>} */ (toolwire.readJson(request));
  return Object.fromEntries(members.get('input'));
}

/**
 * @param {any} attachment of a request
 * @returns {any} the same with its target as text
 */
function withText({ kind, target }) {
  return { kind, target: typeof target?.base64 === 'string' ? text(target) : target };
}

/**
 * @param {any} value of a request, as `JSON.parse` gave it
 * @returns {any} the same as `readJson` gives it, down to the items: no reader of attachments looks deeper
 */
function asJsonValue(value) {
  const isObject = (/** @type {unknown} */ item) => typeof item === 'object' && item !== null && !Array.isArray(item);
  return Array.isArray(value) ? value.map((item) => (isObject(item) ? new Map(Object.entries(item)) : item)) : value;
}
