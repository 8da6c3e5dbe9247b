/** How long a fragment may be so that a link with it can be passed on. */
const MOST = 6000;

/** @returns {URLSearchParams} the state in the address; fragments are never sent to a server */
export function readAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

/**
 * Puts a state into the address without a new entry in the history.
 *
 * @param {Record<string, string>} state empty texts are left out
 * @returns {boolean} whether it fits; what does not fit is left out altogether but for the short parts
 */
export function writeAddress(state) {
  const all = encode(Object.entries(state));
  const fits = all.length <= MOST;
  const fragment = fits ? all : encode(Object.entries(state).filter(([, value]) => value.length < 200));
  history.replaceState(history.state, '', `#${fragment}`);
  return fits;
}

/** @param {[string, string][]} members */
function encode(members) {
  return new URLSearchParams(members.filter(([, value]) => value !== '')).toString();
}
