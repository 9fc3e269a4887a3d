import { whole } from './format.js';
import { recipientsOf, summary } from './message.js';

const MESSAGES_MAX = 20_000;
const MARKS_MAX = 5_000;
const RETRY_MILLIS = 2_000;
const NO_AGENT = 'no agent ';

/** What was said, newest first, as far back as anybody scrolled; older than the bound is let go and can be read again. */
export class Flow {
  items = [];
  /** Cursor of what comes before the oldest, or null when nothing more can be read. */
  older = null;
  /** Is the very first message here? */
  isThrough = false;
  /** How many there are in all, or undefined when the hub does not know. */
  total = undefined;
  isLoading = false;
  isLoaded = false;
  /** How many have arrived since the page was opened; who follows can tell what is new. */
  arrived = 0;

  #ids = new Set();
  #fresh = [];
  /** What arrives while the newest page is read may be newer than the page. */
  #late = [];
  /** Of a page that may be ahead of what is told: what of it was not told yet, and its oldest. */
  #ahead = { ids: new Set(), oldest: '' };
  #failedAt = -RETRY_MILLIS;
  #marks = new Map();
  /** By id: why it reached nobody, or null when it did after all. */
  #dead = new Map();

  /** To be called before the newest page is asked for. */
  startLoad() {
    this.#late = [];
    this.#ahead = { ids: new Set(), oldest: '' };
  }

  /**
   * The newest page. What is already here stays; a gap is closed by starting over. What arrived since the page was asked
   * for is newer than the page, on it, or, told before something that is on it, older.
   */
  load({ messages, next, total }) {
    this.settle();
    const late = this.#late;
    const known = new Map(this.items.map((item) => [item.id, item]));
    const page = messages.map((message) => known.get(message.id) ?? summary(message));
    const onPage = new Set(page.map(({ id }) => id));
    const lateIds = new Set(late.map(({ id }) => id));
    const before = this.items.filter(({ id }) => !lateIds.has(id));
    const overlap = late.findIndex(({ id }) => onPage.has(id));
    const firstOnPage = Math.max(0, overlap);
    const newer = late.slice(firstOnPage).filter(({ id }) => !onPage.has(id));
    this.items = newer.reverse().concat(page);
    // Where no page has come before, what is here was only told, and what lies behind it is not known.
    if (this.isLoaded && before.some(({ id }) => onPage.has(id))) {
      const rest = late.slice(0, firstOnPage).reverse().concat(before.filter(({ id }) => !onPage.has(id)));
      this.items = this.items.concat(rest);
    } else {
      this.older = next ?? null;
      this.isThrough = !next;
    }
    if (late.length > 0 && overlap < 0 && next) {
      const ids = new Set([...onPage].filter((id) => !this.#ids.has(id)));
      this.#ahead = { ids, oldest: page.at(-1)?.id };
    } else {
      this.#late = [];
    }
    this.#ids = new Set(this.items.map(({ id }) => id));
    this.total = total === undefined ? undefined : total + newer.length;
    this.isLoaded = true;
  }

  /** Not at once after it failed: whoever scrolls would ask with every frame. */
  get mayReadOlder() {
    return this.older && !this.isLoading && performance.now() - this.#failedAt > RETRY_MILLIS;
  }

  failed() {
    this.#failedAt = performance.now();
  }

  append({ messages, next }) {
    const unknown = messages.filter((message) => !this.#ids.has(message.id));
    for (const message of unknown) this.#ids.add(message.id);
    this.items = this.items.concat(unknown.map((message) => summary(message)));
    this.older = this.items.length >= MESSAGES_MAX ? null : (next ?? null);
    this.isThrough = !next;
  }

  /** False when it is known already: a resumed stream may repeat itself. */
  add(message, recipients, delivered) {
    if (this.#ids.has(message.id)) {
      if (this.#ahead.ids.has(message.id)) this.#putBelowPage();
      return false;
    }
    this.#ids.add(message.id);
    const item = summary(message, recipients, delivered);
    this.#fresh.push(item);
    if (this.#late.length < MESSAGES_MAX) this.#late.push(item);
    this.arrived++;
    if (this.total !== undefined) this.total++;
    return true;
  }

  /**
   * A page without anything of what arrived meanwhile was taken to be older than that. It is newer when it turns out to
   * be told of afterwards, and then its total has counted all that was told before.
   */
  #putBelowPage() {
    this.settle();
    const told = new Set(this.#late.map(({ id }) => id));
    const items = this.items.filter(({ id }) => !told.has(id));
    const end = items.findIndex(({ id }) => id === this.#ahead.oldest) + 1;
    this.items = items.slice(0, end).concat(this.#late.toReversed(), items.slice(end));
    if (this.total !== undefined) this.total -= this.#late.length;
    this.startLoad();
  }

  /** Takes in what arrived since the last frame, all at once. */
  settle() {
    if (this.#fresh.length === 0) return;
    this.items = this.#fresh.reverse().concat(this.items);
    this.#fresh = [];
    if (this.items.length > MESSAGES_MAX) {
      for (const gone of this.items.splice(MESSAGES_MAX)) this.#ids.delete(gone.id);
      this.older = null;
      this.isThrough = false;
    }
  }

  /** How many of how many are here, in words. */
  get extent() {
    const here = this.items.length;
    if (this.isThrough) return `${whole(here)} ${here === 1 ? 'message' : 'messages'}`;
    return this.total > here ? `${whole(here)} of ${whole(this.total)} messages` : `the newest ${whole(here)} messages`;
  }

  /** Notes how far a copy got; answers how far it had been. */
  mark(id, box, state, attempts) {
    let marks = this.#marks.get(id);
    if (!marks) {
      marks = new Map();
      this.#marks.set(id, marks);
      if (this.#marks.size > MARKS_MAX) this.#marks.delete(this.#marks.keys().next().value);
    }
    const key = `${box?.kind}:${box?.name}`;
    const before = marks.get(key)?.state;
    marks.set(key, { box, state, attempts });
    return before;
  }

  marksOf(id) {
    return this.#marks.get(id) ?? new Map();
  }

  bury(id, reason = '') {
    this.#dead.set(id, reason);
    if (this.#dead.size > MARKS_MAX) this.#dead.delete(this.#dead.keys().next().value);
  }

  exhume(id) {
    this.bury(id, null);
  }

  isDead(item) {
    const reason = this.#dead.get(item.id);
    return reason === undefined ? item.isDead : reason !== null;
  }

  /** What to call a dead letter: some of those it names may have it all the same. */
  fateOf(item) {
    const reason = this.#dead.get(item.id) ?? '';
    const named = recipientsOf(item.path);
    if (named.length > 1 && reason.startsWith(NO_AGENT)) {
      const reached = named.length - reason.slice(NO_AGENT.length).split(', ').length;
      if (reached > 0) return `${reached} of ${named.length}`;
    }
    return item.recipients?.length && !reason.startsWith(NO_AGENT) ? 'given up' : 'nobody';
  }

  /** Who talked to whom, as `[from, to, times]`, in what is here. */
  edges(limit) {
    const edges = new Map();
    for (const item of this.items.slice(0, limit)) {
      for (const to of item.recipients ?? recipientsOf(item.path)) {
        const name = to.split('/')[0];
        if (name === item.from) continue;
        const key = `${item.from}\n${name}`;
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    }
    return [...edges].map(([key, times]) => [...key.split('\n'), times]);
  }
}
