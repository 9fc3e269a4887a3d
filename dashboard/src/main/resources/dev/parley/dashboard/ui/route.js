/**
 * Where the page is: `#/VIEW/SUBJECT?name=value`. Everything a reload or a link should restore stands here and nowhere
 * else. It is a fragment so that ids and search words never reach a server's log.
 */

export const VIEWS = [
  'flow',
  'loops',
  'agents',
  'tasks',
  'approvals',
  'schedules',
  'apps',
  'groups',
  'access',
  'connections',
  'inbox',
  'thread',
  'search',
  'dead-letters',
  'usage',
  'audit',
  'account',
  'settings',
];

export function parse(hash) {
  const text = hash.replace(/^#\/?/, '');
  const cut = text.indexOf('?');
  const [view, ...subject] = (cut < 0 ? text : text.slice(0, cut)).split('/');
  return {
    view: VIEWS.includes(view) ? view : 'flow',
    subject: decoded(subject.join('/')),
    params: Object.fromEntries(new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1))),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export function href(view, subject = '', params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  const tail = query.size ? `?${query}` : '';
  return `#/${view}${subject ? `/${encodeURIComponent(subject)}` : ''}${tail}`;
}

class Router extends EventTarget {
  #current = parse(location.hash);
  #entered = location.hash;

  constructor() {
    super();
    addEventListener('hashchange', () => this.#enter());
  }

  #enter() {
    if (location.hash === this.#entered) return;
    this.#entered = location.hash;
    this.#current = parse(location.hash);
    this.dispatchEvent(new Event('change'));
  }

  get current() {
    return this.#current;
  }

  go(view, subject, params) {
    this.#move(href(view, subject, params), false);
  }

  /** The same view with some parameters changed; a selection is not worth a step back, so it may replace. */
  with(changes, { replace = false } = {}) {
    const { view, subject, params } = this.#current;
    this.#move(href(view, subject, { ...params, ...changes }), replace);
  }

  /** At once, not when the browser gets round to telling: the next change builds on this one. */
  #move(next, replace) {
    if (replace) history.replaceState(null, '', next);
    else location.hash = next;
    this.#enter();
  }

  /** A link to a message beside what is on screen now. */
  toMessage(id) {
    const { view, subject, params } = this.#current;
    return href(view, subject, { ...params, m: id, compose: undefined });
  }
}

export const router = new Router();
