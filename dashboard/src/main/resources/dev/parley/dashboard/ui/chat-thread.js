import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { goesOn, threadsIn, turn } from './chat-turn.js';
import { Part } from './element.js';
import { hub } from './hub.js';
import { icon } from './icons.js';
import { router } from './route.js';
import './chat-box.js';

const LOOKED_THROUGH_MAX = 2_000;

/** A message of a conversation and all that answers it, beside the conversation. */
class ChatThread extends Part {
  static properties = {
    conversation: { attribute: false },
    log: { attribute: false },
    members: { attribute: false },
    rootId: { attribute: false },
    isReadOnly: { attribute: false },
    items: { state: true },
    problem: { state: true },
  };

  #shown = '';

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['message'], ({ detail }) => this.#onMessage(detail));
    this.hears(hub, ['reload'], () => this.#load());
    this.hears(document, ['keydown'], (event) => this.#onKey(event));
  }

  willUpdate() {
    const shown = `${this.conversation.id} ${this.rootId}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.items = null;
    this.#load();
  }

  async #load() {
    const shown = this.#shown;
    try {
      const since = await this.log.since(this.rootId, LOOKED_THROUGH_MAX);
      if (shown !== this.#shown) return;
      this.problem = since ? '' : 'The message that began this is too far back. Scroll to it, then open the thread there.';
      this.items = since && belonging(since, this.rootId);
    } catch (e) {
      if (shown === this.#shown) this.problem = e.message;
    }
  }

  #onMessage({ message, conversation }) {
    if (conversation?.id !== this.conversation.id || !this.items || !message.replyTo) return;
    if (this.items.some((one) => one.seq === conversation.seq)) return;
    this.items = belonging([...this.items, { seq: conversation.seq, message }], this.rootId);
  }

  #onKey(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || event.target.closest?.('dialog, input, select')) return;
    if (event.target.closest?.('textarea')?.value) return;
    event.preventDefault();
    this.#close();
  }

  #close() {
    router.with({ t: undefined }, { replace: true });
  }

  async updated(changes) {
    if (!changes.has('items') || changes.get('items') || !this.items) return;
    const box = this.querySelector('parley-chat-box');
    await box?.updateComplete;
    box?.focusBox();
  }

  render() {
    const isMember = (name) => this.members.includes(name);
    const root = this.items?.[0]?.message;
    return html`
      <aside class="chat-thread" aria-label="Thread">
        <header class="detail-head">
          <h2>Thread</h2>
          <button class="icon-button" aria-label="Close the thread" @click=${this.#close}>${icon('close')}</button>
        </header>
        <div class="chat-log" role="log" aria-label="Messages of the thread" aria-live="off" tabindex="0">
          ${this.problem ? html`<p class="empty" role="alert">${this.problem}</p>` : nothing}
          ${this.items
            ? repeat(
                this.items,
                ({ seq }) => seq,
                (item, i) => turn(item, { isContinued: goesOn(this.items[i - 1]?.message, { ...item.message, replyTo: undefined }), isMember, isInThread: true }),
              )
            : nothing}
        </div>
        ${root && !this.isReadOnly
          ? html`<parley-chat-box .conversation=${this.conversation} .members=${this.members} .root=${root} label="Reply in the thread"></parley-chat-box>`
          : nothing}
      </aside>
    `;
  }
}

function belonging(items, root) {
  const { asked } = threadsIn(items);
  return items.filter(({ message }) => message.id === root || asked.get(message.id)?.root === root);
}

customElements.define('parley-chat-thread', ChatThread);
