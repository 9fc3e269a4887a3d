import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { api } from './api.js';
import { ChatLog } from './chat-log.js';
import { dayName, goesOn, isAnotherDay, threadsIn, turn } from './chat-turn.js';
import { chats } from './chats.js';
import { debounced, Part } from './element.js';
import { hub } from './hub.js';
import { router } from './route.js';
import './chat-box.js';
import './chat-thread.js';

const NEAR_PIXELS = 400;
const READ_MILLIS = 150;

/** A conversation: what was said, oldest first, live, with a line where the new begins. */
class Chat extends Part {
  static properties = {
    conversation: { attribute: false },
    members: { attribute: false },
    isReadOnly: { attribute: false },
    label: {},
  };

  #log;
  #shownId = '';
  /** Up to where it was read when it was opened: the line stays there while somebody reads on. */
  #line = 0;
  #seen = new Map();
  #isAtEnd = true;
  #anchor = null;
  #drawn = null;
  #mustPlace = false;
  #observer;

  constructor() {
    super();
    this.members = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['message'], ({ detail }) => this.#onMessage(detail));
    this.hears(hub, ['reload'], () => this.#log?.newer());
    this.hears(document, ['visibilitychange'], () => this.#onVisible());
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#shownId = '';
    super.disconnectedCallback();
  }

  willUpdate() {
    if (this.conversation.id === this.#shownId) return this.#hold();
    this.#shownId = this.conversation.id;
    this.#line = this.conversation.unread ? this.conversation.read : Infinity;
    this.#seen = new Map();
    this.#isAtEnd = true;
    this.#mustPlace = true;
    const log = new ChatLog(this.conversation.id);
    this.#log = log;
    log.addEventListener('change', () => log === this.#log && this.requestUpdate());
    log.open(this.conversation);
  }

  /** What comes while nobody looks is new when they look again. */
  #onVisible() {
    if (document.visibilityState === 'hidden' && !this.conversation.unread) this.#line = this.conversation.read;
    this.#look();
  }

  get #scroller() {
    return this.querySelector('.chat-log');
  }

  #onMessage({ message, conversation }) {
    if (conversation?.id !== this.#shownId) return;
    this.#log.add(conversation.seq, message);
  }

  // ---- reading: only what was really on screen, in a window that is visible, counts

  #look() {
    if (document.visibilityState !== 'visible' || this.isReadOnly) return;
    const { items } = this.#log;
    const { read } = this.conversation;
    if (!items?.length || this.#log.first > read + 1 + this.#gone) return;
    let upTo = read;
    for (const { seq } of items) {
      if (seq <= upTo) continue;
      if (!this.#seen.has(seq)) break;
      upTo = seq;
    }
    if (upTo > read) this.#mark();
  }

  /** Numbers after the read ones that the hub does not keep any more. */
  get #gone() {
    const { head, read, unread } = this.conversation;
    return Math.max(0, head - read - unread);
  }

  #mark = debounced(READ_MILLIS, async () => {
    if (document.visibilityState !== 'visible' || !this.isConnected) return;
    const { id, read } = this.conversation;
    const shown = [];
    let upTo = read;
    for (const { seq, message } of this.#log.items ?? []) {
      if (seq <= upTo) continue;
      if (!this.#seen.has(seq)) break;
      upTo = seq;
      if (message.from !== hub.self) shown.push(message.id);
    }
    if (upTo === read) return;
    try {
      const now = await api.readUpTo(id, upTo);
      chats.onRead(id, now.read);
      // The copies in the inbox are the same messages, and these were seen.
      if (shown.length) await api.read(hub.self, shown);
    } catch {
      // It stays unread, and is tried again with the next that is seen.
    }
  });

  #markAll = async () => {
    const { id, head } = this.conversation;
    try {
      chats.onRead(id, (await api.readUpTo(id, head)).read);
      this.#line = Infinity;
      this.requestUpdate();
    } catch (e) {
      this.#log.problem = e.message;
      this.requestUpdate();
    }
  };

  #watch() {
    if (!this.#observer) {
      this.#observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting, intersectionRatio, boundingClientRect, rootBounds } of entries) {
            // All of it, or of a very long one as much as fits.
            const isSeen = isIntersecting && (intersectionRatio > 0.9 || boundingClientRect.bottom <= (rootBounds?.bottom ?? 0) + 1);
            if (isSeen && document.visibilityState === 'visible') this.#seen.set(Number(target.dataset.seq), true);
          }
          this.#look();
        },
        { root: this.#scroller, threshold: [0, 0.5, 0.91, 1] },
      );
    }
    for (const each of this.#scroller.querySelectorAll('.chat-turn')) {
      if (Number(each.dataset.seq) > this.conversation.read && !this.#seen.has(Number(each.dataset.seq))) this.#observer.observe(each);
    }
  }

  // ---- scrolling

  #onScroll = () => {
    const at = this.#scroller;
    const below = at.scrollHeight - at.scrollTop - at.clientHeight;
    this.#isAtEnd = below < 40 && !this.#log.hasNewer;
    if (at.scrollTop < NEAR_PIXELS && this.#log.hasOlder) this.#log.older();
    else if (below < NEAR_PIXELS && this.#log.hasNewer) this.#log.newer();
    if (this.#isAtEnd !== this.wasAtEnd) this.requestUpdate();
    this.wasAtEnd = this.#isAtEnd;
  };

  /** Whoever reads keeps looking at the same message while others come in above it. */
  #hold() {
    this.#anchor = null;
    if (this.#log.items === this.#drawn || this.#isAtEnd || !this.#scroller) return;
    const top = this.#scroller.getBoundingClientRect().top;
    const seen = [...this.#scroller.querySelectorAll('.chat-turn')].find((each) => each.getBoundingClientRect().bottom > top);
    if (seen) this.#anchor = { seq: seen.dataset.seq, at: seen.getBoundingClientRect().top };
  }

  async #toEnd() {
    if (this.#log.hasNewer) await this.#log.newest();
    await this.updateComplete;
    this.#isAtEnd = true;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.requestUpdate();
  }

  updated() {
    const at = this.#scroller;
    if (!at || !this.#log.items) return;
    if (this.#mustPlace) {
      this.#mustPlace = false;
      const line = at.querySelector('.new-line');
      if (line) at.scrollTop += line.getBoundingClientRect().top - at.getBoundingClientRect().top - at.clientHeight / 5;
      else at.scrollTop = at.scrollHeight;
      this.#onScroll();
    } else if (this.#anchor) {
      const seen = at.querySelector(`[data-seq="${this.#anchor.seq}"]`);
      if (seen) at.scrollTop += seen.getBoundingClientRect().top - this.#anchor.at;
    } else if (this.#isAtEnd) {
      at.scrollTop = at.scrollHeight;
    }
    this.#drawn = this.#log.items;
    if (!this.isReadOnly) this.#watch();
  }

  #onKey(event) {
    // Up and down walk the replies; what is focused scrolls into view by itself.
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !event.target.closest('.chat-turn')) return;
    const all = [...this.#scroller.querySelectorAll('.chat-turn .chat-act')];
    const next = all[all.indexOf(event.target.closest('.chat-turn').querySelector('.chat-act')) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  // ---- what is shown

  render() {
    const { t } = router.current.params;
    const { items, problem } = this.#log;
    return html`
      <div class="chat ${t ? 'has-thread' : ''}">
        <div class="chat-main">
          ${problem ? html`<p class="banner" role="alert">${problem} <button @click=${() => this.#log.open(this.conversation)}>Try again</button></p>` : nothing}
          <div class="chat-log" role="log" aria-label="Messages" aria-live="off" tabindex="0" @scroll=${this.#onScroll} @keydown=${this.#onKey}>
            ${items === null ? html`<p class="empty">Reading…</p>` : items.length ? this.#turns(items) : html`<p class="empty">Nothing has been said here yet.</p>`}
          </div>
          ${items?.length && !this.#isAtEnd
            ? html`<p class="to-end"><button @click=${this.#toEnd}>${this.conversation.unread ? `${this.conversation.unread} new below` : 'To the newest'}</button>${this.conversation.unread && !this.isReadOnly ? html`<button @click=${this.#markAll}>Mark as read</button>` : nothing}</p>`
            : nothing}
          ${this.isReadOnly
            ? html`<p class="chat-note faint">You look on as the hub's owner and take no part here.</p>`
            : html`
              <p class="typing faint" role="status">${typists(chats.typing(this.conversation.id))}</p>
              <parley-chat-box .conversation=${this.conversation} .members=${this.members} label=${this.label} @sent=${this.#toEnd}></parley-chat-box>`}
        </div>
        ${t && items ? html`<parley-chat-thread .conversation=${this.conversation} .log=${this.#log} .members=${this.members} .rootId=${t} .isReadOnly=${this.isReadOnly}></parley-chat-thread>` : nothing}
      </div>
    `;
  }

  #turns(items) {
    const { counts, asked } = threadsIn(items);
    const isMember = (name) => this.members.includes(name);
    // The line stands before the first that somebody else has said.
    const newest = items.find(({ seq, message }) => seq > this.#line && message.from !== hub.self)?.seq;
    return html`
      ${this.#log.hasOlder ? html`<p class="faint chat-more">Earlier messages are read as you scroll.</p>` : html`<p class="faint chat-more">This is the beginning.</p>`}
      ${repeat(
        items,
        ({ seq }) => seq,
        (item, i) => {
          const before = items[i - 1]?.message;
          const isNew = item.seq === newest;
          return html`
            ${isAnotherDay(before, item.message) ? html`<p class="day"><span>${dayName(item.message.timestamp)}</span></p>` : nothing}
            ${isNew ? html`<p class="new-line"><span>New</span></p>` : nothing}
            ${turn(item, { isContinued: !isNew && goesOn(before, item.message), isMember, asked: asked.get(item.message.id), answers: counts.get(item.message.id) })}
          `;
        },
      )}
    `;
  }
}

function typists(names) {
  if (!names.length) return '';
  if (names.length > 3) return `${names.length} are typing…`;
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} typing…`;
}

customElements.define('parley-chat', Chat);
