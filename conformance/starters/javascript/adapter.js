// Puts the implementation behind the adapter protocol: one request a line, one answer a line.
import { imageRefs, isCarrier, parseMarkerLine } from './carrier.js';
import { classify } from './classify.js';

const hello = {
  protocol: 1,
  implementation: { name: 'my-carriers', version: '0.1.0', language: 'javascript' },
  profiles: ['carrier-reader'],
};
const ops = {
  'carrier.classify': ({ role, content }) => classify(role, text(content)),
  'carrier.is_carrier': ({ role, content }) => isCarrier(role, text(content)),
  'carrier.image_refs': ({ role, content }) => imageRefs(role, text(content)),
  'carrier.parse_marker_line': ({ line }) => parseMarkerLine(text(line)),
};

// A text comes as a string, or as bytes in Base64.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const text = (value) => (typeof value === 'string' ? value : utf8.decode(Buffer.from(value.base64, 'base64')));

function answer({ cmd, id, op, input }) {
  if (cmd === 'hello') return hello;
  if (!Object.hasOwn(ops, op)) return { id, unsupported: true };
  try {
    return { id, result: ops[op](input) };
  } catch (error) {
    if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return { id, error: { message: error.message } };
    return { id, refused: { rule: 'text.utf8', phase: 'malformed' } };
  }
}

let unfinished = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = (unfinished + chunk).split('\n');
  unfinished = lines.pop();
  for (const request of lines.map((line) => JSON.parse(line))) {
    if (request.cmd !== 'bye') console.log(JSON.stringify(answer(request)));
  }
}
