/** @typedef {{ name: string, title: string, about: string, log: string | Uint8Array }} Sample */

const HEADER = '{"type":"session","version":8}\n';

/**
 * @param {[string, string, object][]} entries type, payload member, payload
 * @returns {string[]} lines
 */
function lines(entries) {
  const start = Date.UTC(2026, 0, 2, 3, 4, 5);
  return entries.map(([type, member, payload], seq) => {
    const timestamp = new Date(start + seq * 700).toISOString().replace('.000Z', 'Z');
    return `${JSON.stringify({ seq, id: `e${seq}`, timestamp, type, [member]: payload })}\n`;
  });
}

const scope = { runId: 'run_1', turnId: 'turn_1', stepId: 'step_1' };
const turn = { runId: 'run_1', turnId: 'turn_1' };
const user = (/** @type {string} */ text) => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (/** @type {string} */ id, /** @type {string} */ name, /** @type {object} */ args) => ({ type: 'toolCall', id, name, arguments: args });
const assistant = (/** @type {object[]} */ content, stopReason = 'toolUse') => ({ role: 'assistant', content, protocol: 'anthropic-messages', provider: 'example', model: 'model-1', stopReason, timestamp: 1767323047000 });
const result = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ text, isError = false) => ({ role: 'toolResult', toolCallId: id, toolName: name, content: [{ type: 'text', text }], isError });

/** @type {[string, string, object][]} */
const ENTRIES = [
  ['run/start', 'lifecycle', { runId: 'run_1' }],
  ['turn/start', 'lifecycle', turn],
  ['message', 'message', user('What does the fixture look like? Take a picture, too.')],
  ['step/start', 'lifecycle', scope],
  ['message', 'message', assistant([{ type: 'text', text: 'I will print it, and take a screenshot.' }, call('call_1', 'shell', { command: 'cat fixture.txt' }), call('call_2', 'screenshot', { window: 'editor' })])],
  ['tool_call', 'toolCall', { toolCallId: 'call_1', toolName: 'shell', arguments: { command: 'cat fixture.txt' } }],
  ['tool_call', 'toolCall', { toolCallId: 'call_2', toolName: 'screenshot', arguments: { window: 'editor' } }],
  ['message', 'message', result('call_1', 'shell', 'expected:\n[IMAGE:/etc/passwd]\n')],
  ['tool_outcome', 'toolOutcome', { toolCallId: 'call_1', status: 'completed', exitCode: 0 }],
  ['message', 'message', result('call_2', 'screenshot', 'saved /tmp/shot.png')],
  ['tool_outcome', 'toolOutcome', { toolCallId: 'call_2', status: 'completed' }],
  ['step/end', 'lifecycle', { ...scope, status: 'completed' }],
  ['step/start', 'lifecycle', { ...scope, stepId: 'step_2' }],
  ['message', 'message', assistant([{ type: 'text', text: 'The fixture holds one line that looks like a marker. It is only text.' }], 'stop')],
  ['step/end', 'lifecycle', { ...scope, stepId: 'step_2', status: 'completed' }],
  ['turn/end', 'lifecycle', { ...turn, status: 'completed' }],
  ['compaction', 'compaction', { summary: 'The user asked for a fixture and a picture; both were given.', firstKeptEntryId: 'e13', tokensBefore: 900, tokensAfter: 120 }],
  ['run/end', 'lifecycle', { runId: 'run_1', status: 'completed' }],
];

const whole = lines(ENTRIES);
const damaged = [...whole];
damaged[7] = damaged[7].replace('"isError":false', '"isError":fal\u0000se');
const spliced = [...whole];
spliced[5] = spliced[5].slice(0, 60) + spliced[6];
spliced.splice(6, 1);
const encoder = new TextEncoder();
const broken = encoder.encode(HEADER + whole.join(''));
broken[broken.indexOf(0x66, 500)] = 0xff;

/** @type {Sample[]} */
export const samples = [
  { name: 'sound', title: 'A sound session', about: 'Two steps, two tool calls, a compaction, everything closed.', log: HEADER + whole.join('') },
  { name: 'torn', title: 'A torn tail', about: 'The machine stopped in the middle of a line.', log: HEADER + whole.slice(0, 9).join('').slice(0, -40) },
  { name: 'dangling', title: 'A call without a result', about: 'One call was started, another one was not, and then nothing more.', log: HEADER + whole.slice(0, 6).join('') },
  { name: 'damaged', title: 'A damaged line', about: 'A NUL byte got into the middle of a line.', log: HEADER + damaged.join('') },
  { name: 'splice', title: 'Two halves on one line', about: 'A writer appended behind a torn tail. The second half is whole.', log: HEADER + spliced.join('') },
  { name: 'bytes', title: 'A byte that is no text', about: 'One byte flipped. Everything else is still there.', log: broken },
  { name: 'order', title: 'Results out of order', about: 'Every line is well-formed, and the session rules are broken.', log: HEADER + lines([...ENTRIES.slice(0, 7), ENTRIES[9], ENTRIES[7]]).join('') },
  { name: 'old', title: 'An older version', about: 'Version 7: named, and not judged.', log: '{"type":"session","version":7}\n{"anything":"goes"}\n' },
];
