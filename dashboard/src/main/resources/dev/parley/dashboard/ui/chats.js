import { api } from './api.js';
import { debounced } from './element.js';
import { hub } from './hub.js';

const PAGE = 500;
const CONVERSATIONS_MAX = 5_000;
const RELOAD_MILLIS = 150;
/** So long after its last sign somebody counts as typing. */
const TYPING_MILLIS = 6_000;

/** The loops and conversations of the person at this page: read once, then kept true by events. */
class Chats extends EventTarget {
  /** By slug; undefined until they were read. */
  loops;
  /** By id. */
  conversations = new Map();
  problem = '';

  #typing = new Map();
  #loaded = 0;

  constructor() {
    super();
    hub.addEventListener('reload', () => this.load());
    hub.addEventListener('signed-out', () => this.#empty());
    hub.live.addEventListener('loop', () => this.#reload());
    hub.live.addEventListener('message', ({ detail }) => this.#onMessage(detail));
    hub.live.addEventListener('read', ({ detail }) => this.onRead(detail.conversationId, detail.read));
    hub.live.addEventListener('typing', ({ detail }) => this.#onTyping(detail));
  }

  #reload = debounced(RELOAD_MILLIS, () => this.load());

  async load() {
    const load = ++this.#loaded;
    try {
      const [{ loops }, conversations] = await Promise.all([api.loops(), this.#all()]);
      if (load !== this.#loaded) return;
      this.loops = new Map(loops.map((loop) => [loop.slug, loop]));
      // What was told while the list was read may be newer than the list.
      this.conversations = new Map(conversations.map((one) => [one.id, this.#newer(one)]));
      this.problem = '';
    } catch (e) {
      if (load === this.#loaded && e.status !== 401) this.problem = e.message;
    }
    this.dispatchEvent(new Event('load'));
    hub.changed();
  }

  async #all() {
    const all = [];
    let cursor;
    do {
      const page = await api.conversations({ limit: PAGE, cursor });
      all.push(...page.conversations);
      cursor = page.next;
    } while (cursor && all.length < CONVERSATIONS_MAX);
    return all;
  }

  #newer(one) {
    const known = this.conversations.get(one.id);
    if (!known) return one;
    return counted({ ...one, head: Math.max(one.head, known.head), read: Math.max(one.read, known.read) }, one);
  }

  get unread() {
    let sum = 0;
    for (const { kind, unread } of this.conversations.values()) if (kind !== 'stream') sum += unread;
    return sum;
  }

  channel(slug, name) {
    for (const one of this.conversations.values()) if (one.loop === slug && one.channel === name) return one;
    return undefined;
  }

  unreadIn(slug) {
    let sum = 0;
    for (const { loop, unread } of this.conversations.values()) if (loop === slug) sum += unread;
    return sum;
  }

  get direct() {
    return [...this.conversations.values()].filter(({ kind }) => kind === 'dm').sort((a, b) => a.peer.localeCompare(b.peer));
  }

  /** The direct conversation with somebody, made if there is none. */
  async with(peer) {
    const found = await api.openConversation(peer);
    this.conversations.set(found.id, found);
    hub.changed();
    return found;
  }

  onRead(id, read) {
    const one = this.conversations.get(id);
    if (!one || read <= one.read) return;
    this.conversations.set(id, counted({ ...one, read }, one));
    hub.changed();
  }

  #onMessage({ message, conversation }) {
    if (!conversation) return;
    this.#typing.get(conversation.id)?.delete(message.from);
    const one = this.conversations.get(conversation.id);
    // One that is not known is new to us.
    if (!one) return this.#reload();
    if (conversation.seq <= one.head) return;
    this.conversations.set(one.id, counted({ ...one, head: conversation.seq }, one));
    hub.changed();
  }

  #onTyping({ conversationId, agentId }) {
    if (!this.#typing.has(conversationId)) this.#typing.set(conversationId, new Map());
    this.#typing.get(conversationId).set(agentId, Date.now() + TYPING_MILLIS);
    setTimeout(() => hub.changed(), TYPING_MILLIS + 50);
    hub.changed();
  }

  /** Who is typing there right now. */
  typing(id) {
    const all = this.#typing.get(id);
    if (!all) return [];
    for (const [who, until] of all) if (until <= Date.now()) all.delete(who);
    if (!all.size) this.#typing.delete(id);
    return [...all.keys()];
  }

  #empty() {
    this.#loaded++;
    this.loops = undefined;
    this.conversations = new Map();
    this.#typing = new Map();
  }
}

/** Counts along: what retention has removed is only known to the hub, which says so in `was`. */
function counted(one, was) {
  const missing = Math.max(0, was.head - was.read - was.unread);
  return { ...one, unread: Math.max(0, one.head - one.read - missing) };
}

export const chats = new Chats();
