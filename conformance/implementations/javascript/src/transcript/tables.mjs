/**
 * The tables of the chapter *Entries and messages*: of each object its members in the order in which they are written.
 *
 * @typedef {'string' | 'boolean' | 'integer' | 'unsigned' | 'number' | 'any' | 'object' | 'time' | 'message'} Scalar
 * @typedef {Scalar | { list: Type } | { table: string } | { blocks: readonly string[] }} Type
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {Type} type
 * @property {boolean} required
 * @property {'always' | 'set' | 'present'} written
 * @property {string} [rule] the rule that a required text breaks when it is empty or blank
 *
 * @typedef {object} Table
 * @property {Member[]} members
 * @property {[string, string]} [tag] the member that is written first, and its value
 * @property {boolean} [closed]
 */

/**
 * @param {string} names separated by spaces
 * @param {Type} type
 * @param {Member['written']} [written]
 * @returns {Member[]}
 */
const optional = (names, type, written = 'set') => names.split(' ').map((name) => ({ name, type, required: false, written }));

/**
 * @param {string} names separated by spaces
 * @param {Type} type
 * @param {string} [rule]
 * @returns {Member[]}
 */
const required = (names, type, rule) => names.split(' ').map((name) => ({ name, type, required: true, written: 'always', rule }));

const USAGE = optional('usage', { table: 'usage' }, 'always');

/** @type {Record<string, Table>} */
export const tables = {
  user: { tag: ['role', 'user'], members: optional('content', { blocks: ['text', 'image'] }, 'always') },
  assistant: {
    tag: ['role', 'assistant'],
    members: [
      ...optional('content', { blocks: ['text', 'thinking', 'toolCall'] }, 'always'),
      ...optional('providerRequestId', 'string'),
      ...optional('protocol provider model', 'string', 'always'),
      ...optional('responseModel responseId', 'string'),
      ...USAGE,
      ...optional('stopReason', 'string', 'always'),
      ...optional('errorMessage', 'string'),
      ...optional('diagnostics', { list: { table: 'diagnostic' } }),
      ...optional('timestamp', 'integer', 'always'),
    ],
  },
  toolResult: {
    tag: ['role', 'toolResult'],
    members: [
      ...optional('toolCallId toolName', 'string', 'always'),
      ...optional('content', { blocks: ['text', 'image'] }, 'always'),
      ...optional('isError', 'boolean', 'always'),
    ],
  },
  'block text': { tag: ['type', 'text'], members: [...optional('text', 'string', 'always'), ...optional('textSignature', 'string')] },
  'block image': { tag: ['type', 'image'], members: optional('data mimeType', 'string', 'always') },
  'block thinking': {
    tag: ['type', 'thinking'],
    members: [
      ...optional('thinking', 'string', 'always'),
      ...optional('thinkingSignature', 'string'),
      ...optional('redacted', 'boolean'),
    ],
  },
  'block toolCall': {
    tag: ['type', 'toolCall'],
    members: [
      ...optional('id name', 'string', 'always'),
      ...optional('arguments', 'object', 'always'),
      ...optional('thoughtSignature', 'string'),
    ],
  },
  usage: {
    members: [
      ...optional('input', 'integer', 'always'),
      ...optional('inputUnknown', 'boolean'),
      ...optional('output cacheRead cacheWrite totalTokens', 'integer', 'always'),
      ...optional('cost', { table: 'cost' }, 'always'),
    ],
  },
  cost: { members: optional('input output cacheRead cacheWrite total', 'number', 'always') },
  diagnostic: {
    members: [
      ...optional('type', 'string', 'always'),
      ...optional('timestamp', 'integer', 'always'),
      ...optional('message', 'string'),
      ...optional('details', 'object', 'present'),
    ],
  },
  toolCall: {
    members: [...required('toolCallId toolName', 'string', 'entry.tool-call.empty'), ...required('arguments', 'any')],
  },
  toolOutcome: {
    members: [
      ...required('toolCallId status', 'string', 'entry.tool-outcome.empty'),
      ...optional('errorCode', 'string'),
      ...optional('exitCode', 'integer', 'present'),
      ...optional('dataKind', 'string'),
      ...optional('data', 'any', 'present'),
    ],
  },
  context: {
    members: [
      ...required('attachmentId', 'string', 'entry.context.empty'),
      ...required('epoch', 'unsigned', 'entry.context.epoch'),
      ...required('kind placement', 'string', 'entry.context.empty'),
      ...optional('path', 'string'),
      ...required('revision rendered', 'string', 'entry.context.empty'),
    ],
  },
  compaction: {
    members: [
      ...required('summary firstKeptEntryId', 'string', 'entry.compaction.empty'),
      ...optional('tokensBefore tokensAfter', 'integer', 'always'),
      ...optional('readFiles modifiedFiles', { list: 'string' }),
      ...optional('provider model responseModel responseId', 'string'),
      ...USAGE,
      ...optional('responseTimestamp', 'time', 'always'),
    ],
  },
  lifecycle: {
    members: [...required('runId', 'string', 'entry.lifecycle.run'), ...optional('turnId stepId status reason', 'string')],
  },
  requestHeader: {
    closed: true,
    members: [
      ...required('providerRequestId runId turnId stepId provider model', 'string', 'entry.request.blank'),
      ...optional('protocol', 'string', 'always'),
      ...optional('thinkingLevel systemPrompt', 'string'),
      ...optional('tools', { list: { table: 'tool' } }),
      ...optional('options', { table: 'options' }, 'always'),
      ...required('inputSeq', 'integer'),
      ...optional('activeCompactionEntryId', 'string'),
      ...optional('attachments', { list: { table: 'attachment' } }),
    ],
  },
  tool: {
    members: [
      ...required('name', 'string', 'entry.request.tool-name'),
      ...optional('description', 'string', 'always'),
      ...optional('parameters', 'any', 'always'),
      ...optional('strict', 'boolean', 'present'),
    ],
  },
  options: {
    closed: true,
    members: [
      ...optional('temperature', 'number', 'present'),
      ...optional('maxTokens', 'integer'),
      ...optional('protocolOptions', { table: 'protocolOptions' }, 'present'),
    ],
  },
  protocolOptions: {
    closed: true,
    members: [...optional('thinkingDisplay', 'string'), ...optional('toolChoice', { table: 'toolChoice' }, 'present')],
  },
  toolChoice: { closed: true, members: optional('mode name', 'string') },
  attachment: {
    closed: true,
    members: [...required('attachmentId', 'string', 'entry.request.attachment-id'), ...required('messageIndex', 'integer')],
  },
  planMode: { members: optional('active', 'boolean', 'always') },
};

/** The payload member of each of the thirteen types. */
export const payloads = new Map([
  ['message', 'message'],
  ['tool_call', 'toolCall'],
  ['tool_outcome', 'toolOutcome'],
  ['context', 'context'],
  ['compaction', 'compaction'],
  ...['run', 'turn', 'step'].flatMap((unit) => [`${unit}/start`, `${unit}/end`].map((type) => /** @type {const} */ ([type, 'lifecycle']))),
  ['request/header', 'requestHeader'],
  ['plan/mode', 'planMode'],
]);

/** What may stand in the payload `message`, and in `content`. */
export const roles = ['user', 'assistant', 'toolResult'];
export const blocks = ['text', 'image', 'thinking', 'toolCall'];
