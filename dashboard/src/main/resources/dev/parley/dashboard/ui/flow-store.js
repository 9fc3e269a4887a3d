import { recipientsOf, summary } from './message.js';

const MESSAGES_MAX = 20_000;
const MARKS_MAX = 5_000;
const NO_AGENT = 'no agent ';

/** What was said, newest first, as far back as anybody scrolled; older than the bound is let go and can be read again. */
export class Flow {
  items = [];
  /** Cursor of what comes before the oldest, or null at the beginning of time. */
  older = null;
  isLoading = false;
  isLoaded = false;
  /** How many have arrived since the page was opened; who follows can tell what is new. */
  arrived = 0;

  #ids = new Set();
  #fresh = [];
  #marks = new Map();
  /** By id: why it reached nobody, or null when it did after all. */
  #dead = new Map();

  /** The newest page. What is already here stays; a gap is closed by starting over. */
  load({ messages, next }) {
    this.settle();
    const isGapless = messages.some((message) => this.#ids.has(message.id));
    if (!isGapless) {
      this.items = [];
      this.#ids.clear();
      this.older = next ?? null;
    }
    const unknown = messages.filter((message) => !this.#ids.has(message.id));
    for (const message of unknown) this.#ids.add(message.id);
    this.items = unknown.map((message) => summary(message)).concat(this.items);
    this.isLoaded = true;
  }

  append({ messages, next }) {
    const unknown = messages.filter((message) => !this.#ids.has(message.id));
    for (const message of unknown) this.#ids.add(message.id);
    this.items = this.items.concat(unknown.map((message) => summary(message)));
    this.older = this.items.length >= MESSAGES_MAX ? null : (next ?? null);
  }

  /** False when it is known already: a resumed stream may repeat itself. */
  add(message, recipients, delivered) {
    if (this.#ids.has(message.id)) return false;
    this.#ids.add(message.id);
    this.#fresh.push(summary(message, recipients, delivered));
    this.arrived++;
    return true;
  }

  /** Takes in what arrived since the last frame, all at once. */
  settle() {
    if (this.#fresh.length === 0) return;
    this.items = this.#fresh.reverse().concat(this.items);
    this.#fresh = [];
    if (this.items.length > MESSAGES_MAX) {
      for (const gone of this.items.splice(MESSAGES_MAX)) this.#ids.delete(gone.id);
      this.older = null;
    }
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
