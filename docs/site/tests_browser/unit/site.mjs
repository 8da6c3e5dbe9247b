import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The built site that is tested, see test_units.py. */
export const SITE = pathToFileURL(`${process.env.SITE}/`);

/** @param {string} path of a module below the site */
export const load = (path) => import(new URL(path, SITE).href);

/** @param {string} start of the names of profiles */
export async function cases(start = '') {
  const { caseOf } = await load('playground/assets/corpus.mjs');
  const { readJson } = await load('playground/assets/toolwire.mjs');
  const folder = new URL('assets/cases/', SITE);
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .flatMap((name) => {
      const shard = readJson(readFileSync(new URL(name, folder), 'utf8'));
      return Array.from(shard.keys(), (id) => caseOf(shard, id));
    });
}
