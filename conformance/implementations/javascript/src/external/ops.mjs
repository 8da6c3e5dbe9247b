import { bytes, text, view } from '../given.mjs';
import { makeResult, readBody, stateOf, stateText, verify } from './body.mjs';
import { readResult, takeResult, writeResult } from './payload.mjs';
import { admit, readPolicy } from './policy.mjs';

/** @param {any} input */
function stored({ payload, body, expired }) {
  return /** @type {const} */ ([takeResult(payload), body === undefined ? undefined : bytes(body), expired ?? false]);
}

/**
 * The operations on external results: each takes the input with numbers as `readJson` gives them.
 *
 * @type {Record<string, (input: any) => import('../json.mjs').JsonValue>}
 */
export const externalOps = {
  'external.decode': ({ document }) => readResult(text(document)),
  'external.encode': ({ payload }) => writeResult(takeResult(payload)),
  'external.admit': ({ policy, dispatched, results }) => {
    const { accepted, missing, added } = admit(readPolicy(policy), dispatched, results);
    return view({ accepted: { spelling: String(accepted) }, missing, added });
  },
  'external.make': ({ call_id: callId, body, is_error: isError, disposition, policy, locator }) =>
    makeResult(bytes(body), { callId, isError, disposition, locator }, readPolicy(policy)),
  'external.verify': ({ payload, body }) => view({ ok: true, preview_is_prefix: verify(takeResult(payload), bytes(body)) }),
  'external.state': (input) => stateOf(...stored(input)),
  'external.read': (input) => readBody(...stored(input)),
  'external.state_text': ({ state }) => stateText(state),
};
