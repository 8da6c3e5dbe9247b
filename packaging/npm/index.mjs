import { readFileSync, readdirSync } from 'node:fs';

const here = new URL('./', import.meta.url);

/**
 * A file of the package: `conformance/…`, `schemas/…` or `grammars/…`.
 *
 * @param {string} path
 * @returns {string}
 */
export function read(path) {
  return readFileSync(new URL(path, here), 'utf8');
}

/** Version of the corpus, which is not that of the package. */
export const version = /^# Corpus (\d+\.\d+\.\d+)/.exec(read('conformance/ledger.txt'))[1];

/**
 * The cases, one after the other. Short forms are expanded; `{base64: …}` stands for bytes. Values are those of
 * `JSON.parse`: a number that a double cannot hold is to be read from the file of the case.
 *
 * @returns {Generator<{file: string, profile: string, op: string, requirements: string[], id: string, title: string,
 *   input: any, expect: {result: any} | {refused: {rule: string | string[], phase: string}},
 *   breaks?: string, twin?: string, tags?: string[]}>}
 */
export function* cases() {
  const names = readdirSync(new URL('conformance/cases/', here), { recursive: true });
  for (const name of names.map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.json')).sort()) {
    const file = `conformance/cases/${name}`;
    const { profile, op, requirements, cases: topic } = JSON.parse(read(file));
    for (const one of topic) {
      yield { file, profile, op, requirements, ...one, input: expand(one.input), expect: expand(one.expect) };
    }
  }
}

function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value);
  if (members.length === 1) {
    const [[name, member]] = members;
    if (name === 'repeat' && Array.isArray(member)) return member[0].repeat(member[1]);
    if (name === 'concat' && Array.isArray(member)) return member.map(expand).join('');
  }
  return Object.fromEntries(members.map(([name, member]) => [name, expand(member)]));
}
