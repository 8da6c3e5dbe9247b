import { readAddress, writeAddress } from './address.mjs';
import { carriers } from './carriers.mjs';
import { casePanel } from './case-panel.mjs';
import { ask, findCase } from './corpus.mjs';
import { el, fill, soon } from './dom.mjs';
import { external } from './external.mjs';
import { paging } from './paging.mjs';
import { tabList } from './tabs.mjs';
import { transcripts } from './transcripts.mjs';

/**
 * One tab: a state that the address can hold, and the cases that it can show.
 *
 * @typedef {object} View
 * @property {HTMLElement} root
 * @property {() => Record<string, string>} state
 * @property {(state: URLSearchParams) => void} restore
 * @property {(asked: import('./corpus.mjs').Case, answer: Map<string, any>) => void} takes
 * @property {() => void} [leave] lets go of what runs in the background
 */

class Playground extends HTMLElement {
  connectedCallback() {
    const changed = soon(() => this.remember());
    /** @type {Record<string, View>} */
    this.views = { carriers: carriers(changed), paging: paging(changed), external: external(changed), transcripts: transcripts(changed) };
    const titles = { carriers: 'Carriers', paging: 'Arguments & pages', external: 'External results', transcripts: 'Transcripts' };
    this.tabs = tabList(
      'Playground',
      Object.entries(titles).map(([name, title]) => ({ name, title, root: this.views[name].root })),
      changed,
    );
    this.panel = el('div', { class: 'tw-case-place', 'aria-live': 'polite' });
    this.notice = el('p', { class: 'tw-notice', hidden: true }, 'This is too long to be kept in the address: a link will open the tab without it.');
    this.restored = () => this.restore();
    addEventListener('hashchange', this.restored);
    for (const kind of ['input', 'click', 'drop']) this.addEventListener(kind, () => (this.touched = true));
    fill(this, this.tabs.list, this.panel, this.notice, this.tabs.panels);
    this.restore();
  }

  disconnectedCallback() {
    removeEventListener('hashchange', this.restored);
    for (const view of Object.values(this.views)) view.leave?.();
  }

  /** Takes the state from the address. */
  async restore() {
    const state = readAddress();
    this.touched = false;
    this.case = null;
    fill(this.panel);
    const name = state.get('tab');
    if (name !== null && Object.hasOwn(this.views, name)) {
      this.tabs.select(name);
      this.views[name].restore(state);
    }
    const id = state.get('case');
    if (id !== null) await this.open(id, state.get('profile'));
  }

  /** Puts the state into the address, once a person has changed something. */
  remember() {
    if (!this.touched) return;
    const tab = this.tabs.chosen;
    const state = this.views[tab].state();
    if (this.case && JSON.stringify(state) !== this.shownState) this.case = null; // it has been edited: the link is to what it is now
    this.notice.hidden = writeAddress(this.case ?? { tab, ...state });
  }

  /**
   * @param {string} id of a case
   * @param {string | null} profile
   */
  async open(id, profile) {
    fill(this.panel, el('p', null, 'Looking the case up …'));
    const found = await findCase(id, profile).catch(() => null);
    if (found === null) {
      fill(this.panel, el('p', { class: 'tw-notice' }, `There is no case ${id} here, or the JavaScript implementation has no part in it.`));
      return;
    }
    const { answer, agrees } = ask(found);
    const tab = tabOf(found.op);
    fill(this.panel, casePanel(found, answer, agrees, () => this.close()));
    if (tab !== null) {
      this.tabs.select(tab);
      this.views[tab].takes(found, answer);
    }
    this.case = { case: found.id, profile: found.profile };
    this.shownState = JSON.stringify(this.views[this.tabs.chosen].state());
  }

  close() {
    this.case = null;
    fill(this.panel);
    this.remember();
  }
}

/**
 * @param {string} op
 * @returns {string | null} the tab that its cases belong to
 */
function tabOf(op) {
  const part = op.split('.')[0];
  return { carrier: 'carriers', retained: 'paging', external: 'external', transcript: 'transcripts' }[part] ?? null;
}

customElements.define('tw-playground', Playground);
