import { api } from './api.js';

const PAGE = 100;
const CONTEXT = 30;
/** So many messages are on the page at most; others are read again when somebody scrolls there. */
export const SHOWN_MAX = 400;

/**
 * A stretch of a conversation without gaps, which can grow at both ends and loses at one what it gains at the other. Tells
 * `change`.
 */
export class ChatLog extends EventTarget {
  /** `{seq, message}`, oldest first; null until they were read. */
  items = null;
  /** Is there more before, and after, what is here? */
  hasOlder = false;
  hasNewer = false;
  problem = '';

  #id;
  #isBusy = false;

  constructor(id) {
    super();
    this.#id = id;
  }

  get first() {
    return this.items?.[0]?.seq ?? 0;
  }

  get last() {
    return this.items?.at(-1)?.seq ?? 0;
  }

  /** Around the place up to which somebody has read; the newest when there is nothing after it. */
  async open({ head, read }) {
    await this.#reading(async () => {
      if (read >= head) return this.#newest();
      const [before, after] = await Promise.all([
        api.talk(this.#id, { limit: CONTEXT, cursor: read + 1 }),
        api.talk(this.#id, { limit: PAGE, after: read }),
      ]);
      this.items = [...before.messages, ...after.messages];
      this.hasOlder = Boolean(before.next);
      this.hasNewer = after.messages.length === PAGE;
    });
  }

  newest() {
    return this.#reading(() => this.#newest());
  }

  async #newest() {
    const { messages, next } = await api.talk(this.#id, { limit: PAGE });
    this.items = messages;
    this.hasOlder = Boolean(next);
    this.hasNewer = false;
  }

  older() {
    if (!this.hasOlder) return Promise.resolve();
    return this.#reading(async () => {
      const { messages, next } = await api.talk(this.#id, { limit: PAGE, cursor: this.first });
      this.items = [...messages, ...this.items];
      this.hasOlder = Boolean(next);
      if (this.items.length > SHOWN_MAX) {
        this.items = this.items.slice(0, SHOWN_MAX);
        this.hasNewer = true;
      }
    });
  }

  newer() {
    return this.#reading(async () => {
      const { messages } = await api.talk(this.#id, { limit: PAGE, after: this.last });
      this.#append(messages.filter(({ seq }) => seq > this.last));
      this.hasNewer = messages.length === PAGE;
    });
  }

  /** Something was said. Whoever looks at something older reads it when they get there. */
  add(seq, message) {
    if (!this.items || seq <= this.last) return;
    // What came between is not here yet.
    if (this.hasNewer || this.#isBusy || (seq > this.last + 1 && this.last > 0)) {
      this.hasNewer = true;
      if (!this.#isBusy) this.newer();
      return;
    }
    this.#append([{ seq, message }]);
    this.#changed();
  }

  #append(messages) {
    this.items = [...this.items, ...messages];
    if (this.items.length > SHOWN_MAX) {
      this.items = this.items.slice(-SHOWN_MAX);
      this.hasOlder = true;
    }
  }

  /** Every message from one on, to the end, and it itself; null when it is too far back. */
  async since(id, limit) {
    const found = [...this.items];
    let cursor = this.hasOlder ? this.first : 0;
    while (cursor && found.length < limit && !found.some(({ message }) => message.id === id)) {
      const page = await api.talk(this.#id, { limit: 500, cursor });
      found.unshift(...page.messages);
      cursor = page.next;
    }
    const at = found.findIndex(({ message }) => message.id === id);
    if (at < 0) return null;
    let isMore = this.hasNewer;
    while (isMore && found.length < 2 * limit) {
      const page = await api.talk(this.#id, { limit: 500, after: found.at(-1).seq });
      found.push(...page.messages);
      isMore = page.messages.length === 500;
    }
    return found.slice(at);
  }

  async #reading(read) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await read();
      this.problem = '';
    } catch (e) {
      this.problem = e.message;
    }
    this.#isBusy = false;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
