import { textOf } from './rules.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */

/**
 * The model context of entries that validate. Chapter *Model context*.
 *
 * @param {JsonObject[]} entries
 * @returns {{ messages: JsonValue[], activeCompaction: string | null, firstKept: string | null, asOf: number }}
 */
export function modelContext(entries) {
  const boundary = entries.findLast((entry) => entry.get('type') === 'compaction');
  const asOf = entries.length - 1;
  if (boundary === undefined) return { messages: messagesOf(entries), activeCompaction: null, firstKept: null, asOf };
  const compaction = /** @type {JsonObject} */ (boundary.get('compaction'));
  const firstKept = textOf(compaction, 'firstKeptEntryId');
  const kept = entries.slice(entries.findIndex((entry) => entry.get('id') === firstKept));
  const summary = `The conversation before this point was replaced by this summary:\n\n<summary>\n${textOf(compaction, 'summary')}\n</summary>`;
  return { messages: [userMessage(summary), ...messagesOf(kept)], activeCompaction: textOf(boundary, 'id'), firstKept, asOf };
}

/**
 * A user message with one text block.
 *
 * @param {string} text
 * @returns {JsonObject}
 */
export function userMessage(text) {
  return new Map([
    ['role', 'user'],
    ['content', [new Map(Object.entries({ type: 'text', text }))]],
  ]);
}

/**
 * @param {JsonObject[]} entries
 * @returns {JsonValue[]}
 */
function messagesOf(entries) {
  return entries.flatMap((entry) => entry.get('message') ?? []);
}
