import { hub } from './hub.js';
import { router } from './route.js';
import { settings } from './settings.js';

const GO_MILLIS = 1_500;
const VIEW_KEYS = { f: 'flow', a: 'agents', t: 'tasks', p: 'approvals', e: 'schedules', g: 'groups', o: 'loops', r: 'access', c: 'connections', m: 'account', i: 'inbox', s: 'search', d: 'dead-letters', u: 'usage', l: 'audit', ',': 'settings' };

/** What the help sheet lists: keys and what they do. */
export const SHORTCUTS = [
  [['j'], 'Next in the list'],
  [['k'], 'Previous in the list'],
  [['Enter'], 'Open what is focused'],
  [['r'], 'Reply to the open message'],
  [['c'], 'Compose a message'],
  [['/'], 'Search'],
  [['g', 'f'], 'Flow'],
  [['g', 'a'], 'Agents'],
  [['g', 't'], 'Tasks'],
  [['g', 'p'], 'Approvals'],
  [['g', 'e'], 'Schedules'],
  [['g', 'g'], 'Groups'],
  [['g', 'o'], 'Loops'],
  [['g', 'c'], 'Connections'],
  [['g', 'i'], 'Your inbox'],
  [['g', 'd'], 'Dead letters'],
  [['g', 'u'], 'Usage'],
  [['g', 'l'], 'Audit log'],
  [['g', 'm'], 'Your account'],
  [['g', ','], 'Settings'],
  [['t'], 'Dark or light'],
  [['Esc'], 'Close'],
  [['?'], 'This sheet'],
];

class Keyboard {
  #app;
  #goUntil = 0;

  attach(app) {
    this.#app = app;
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #onKey(event) {
    if (hub.session !== 'in' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return this.#close(event);
    if (event.target.closest?.('input, textarea, select, [contenteditable], dialog')) return;
    if (performance.now() < this.#goUntil && VIEW_KEYS[event.key]) {
      this.#goUntil = 0;
      event.preventDefault();
      return router.go(VIEW_KEYS[event.key]);
    }
    const action = this.#actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #actions = {
    g: () => (this.#goUntil = performance.now() + GO_MILLIS),
    j: () => this.#step(1),
    k: () => this.#step(-1),
    r: () => this.#app.querySelector('parley-message-detail textarea, parley-thread textarea')?.focus(),
    c: () => router.with({ compose: 'new' }),
    t: () => this.#toggleTheme(),
    '/': () => this.#search(),
    '?': () => this.#app.querySelector('parley-help')?.open(),
  };

  async #search() {
    if (router.current.view !== 'search') router.go('search');
    else this.#app.querySelector('parley-search input')?.focus();
  }

  #toggleTheme() {
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    settings.set('theme', isDark ? 'light' : 'dark');
  }

  /** Walks the list on screen, whichever it is, and opens what it comes to. */
  async #step(by) {
    const list = this.#app.querySelector('main parley-virtual-list');
    if (!list?.items.length) return;
    const { view, subject, params } = router.current;
    const walksSubjects = list.dataset.walks === 'subject';
    const at = list.items.findIndex(({ id }) => id === (walksSubjects ? subject : params.m));
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), list.items.length - 1);
    const { id } = list.items[next];
    // An open message is not of the next one.
    if (walksSubjects) router.go(view, id, { ...params, m: undefined, compose: undefined });
    else router.with({ m: id }, { replace: true });
    (await list.reveal(next))?.focus();
  }

  #close(event) {
    // Dialogs close themselves.
    if (event.target.closest?.('dialog')) return;
    const field = event.target.closest?.('input, textarea, select');
    if (field) return field.blur();
    if (router.current.params.m) router.with({ m: undefined });
  }
}

export const keyboard = new Keyboard();
