import { readFileSync } from 'node:fs';
import { profiles, run } from './src/ops.mjs';

const { name, version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const hello = { protocol: 1, implementation: { name, version, language: 'javascript' }, profiles };

/**
 * Answers one line of the adapter protocol.
 *
 * @param {string} line a request
 * @returns {string} the answer's line with its line feed; empty for a request without an answer
 */
function answer(line) {
  const { cmd, id, op, input } = JSON.parse(line);
  if (cmd === 'hello') return `${JSON.stringify(hello)}\n`;
  if (cmd === 'run') return `{"id":${JSON.stringify(id)},${run(op, input, line)}}\n`;
  return '';
}

process.stdin.setEncoding('utf8');
let unfinished = '';
for await (const chunk of process.stdin) {
  const lines = chunk.split('\n');
  lines[0] = unfinished + lines[0];
  unfinished = lines.pop() ?? '';
  process.stdout.write(lines.map(answer).join(''));
}
