import { html, nothing } from 'lit';
import { live } from 'lit-html/directives/live.js';
import { api } from './api.js';
import { mentionsIn } from './chat-text.js';
import { drafts } from './drafts.js';
import { Part } from './element.js';
import { hub } from './hub.js';
import { say } from './toasts.js';

const SHOWN_MAX = 8;
const TYPING_EVERY_MILLIS = 3_000;
const BEGUN = /(^|\s)@([A-Za-z0-9._:+-]*)$/;

/** Where the next message of a conversation, or of a thread in it, is written. */
class ChatBox extends Part {
  static properties = {
    conversation: { attribute: false },
    /** Those who can be named: agents, oneself among them. */
    members: { attribute: false },
    /** The message that begins the thread, or null. */
    root: { attribute: false },
    label: {},
    text: { state: true },
    isSending: { state: true },
    problem: { state: true },
    chosen: { state: true },
  };

  #where = '';
  #key = '';
  #typedAt = 0;
  #names = [];

  constructor() {
    super();
    this.members = [];
    this.text = '';
    this.chosen = 0;
  }

  willUpdate() {
    const where = `${hub.self}.${this.conversation.id}${this.root ? `.${this.root.id}` : ''}`;
    if (where === this.#where) return;
    this.#where = where;
    const draft = drafts.get(hub.self, this.#place);
    this.text = draft.text;
    this.#key = draft.key;
    this.problem = '';
    this.#names = [];
  }

  get #place() {
    return this.conversation.id + (this.root ? `.${this.root.id}` : '');
  }

  get #area() {
    return this.querySelector('textarea');
  }

  focusBox() {
    this.#area?.focus();
  }

  #onInput(event) {
    this.text = event.target.value;
    this.#key = drafts.put(hub.self, this.#place, this.text).key;
    this.#suggest();
    if (!this.text.trim() || Date.now() - this.#typedAt < TYPING_EVERY_MILLIS) return;
    this.#typedAt = Date.now();
    // Nobody misses anything when it fails.
    api.typing(this.conversation.id).catch(() => {});
  }

  #suggest() {
    const before = this.#area.value.slice(0, this.#area.selectionStart);
    const begun = BEGUN.exec(before)?.[2].toLowerCase();
    this.#names =
      begun === undefined
        ? []
        : this.members.filter((name) => name !== hub.self && name.toLowerCase().includes(begun)).sort((a, b) => b.toLowerCase().startsWith(begun) - a.toLowerCase().startsWith(begun) || a.localeCompare(b)).slice(0, SHOWN_MAX);
    this.chosen = 0;
    this.requestUpdate();
  }

  #complete(name) {
    const area = this.#area;
    const at = area.selectionStart;
    const before = area.value.slice(0, at).replace(BEGUN, `$1@${name} `);
    this.text = before + area.value.slice(at);
    this.#key = drafts.put(hub.self, this.#place, this.text).key;
    area.value = this.text;
    area.setSelectionRange(before.length, before.length);
    area.focus();
    this.#names = [];
    this.requestUpdate();
  }

  #onKey(event) {
    if (event.isComposing) return;
    if (this.#names.length) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by) {
        event.preventDefault();
        this.chosen = (this.chosen + by + this.#names.length) % this.#names.length;
        return;
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        return this.#complete(this.#names[this.chosen]);
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        this.#names = [];
        return this.requestUpdate();
      }
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    }
  }

  async #send(event) {
    event?.preventDefault();
    const { text, conversation, root } = this;
    const place = this.#place;
    if (!text.trim() || this.isSending) return;
    this.isSending = true;
    this.problem = '';
    const mentions = mentionsIn(text, (name) => this.members.includes(name));
    const to = conversation.kind === 'channel' ? { path: conversation.path, messageType: 'loop_channel' } : { to: conversation.peer };
    try {
      await api.send({
        from: hub.isOwner ? hub.self : undefined,
        ...to,
        content: text,
        conversationId: conversation.id,
        replyTo: root?.id,
        metadata: mentions.length ? { mentions } : undefined,
        idempotencyKey: this.#key,
      });
      drafts.put(hub.self, place, '');
      if (place === this.#place) {
        this.text = '';
        this.#key = crypto.randomUUID();
      }
      this.#typedAt = 0;
      this.dispatchEvent(new Event('sent', { bubbles: true }));
    } catch (e) {
      // It stays where it was written, to be sent again.
      if (place === this.#place) this.problem = e.message;
      else say(e.message, 'bad');
    }
    this.isSending = false;
    await this.updateComplete;
    this.focusBox();
  }

  render() {
    const list = `names-${this.root ? 'thread' : 'chat'}`;
    const isOpen = this.#names.length > 0;
    return html`
      <form class="chat-box" @submit=${this.#send}>
        ${isOpen
          ? html`<ul class="names" id=${list} role="listbox" aria-label="Whom to name">
              ${this.#names.map(
                (name, i) => html`<li role="option" id="${list}-${i}" aria-selected=${i === this.chosen ? 'true' : 'false'} @mousedown=${(e) => { e.preventDefault(); this.#complete(name); }}><bdi>${name}</bdi></li>`,
              )}
            </ul>`
          : nothing}
        ${this.problem ? html`<p class="bad" role="alert">${this.problem} It is kept here; send it again.</p>` : nothing}
        <div class="chat-line">
          <textarea
            rows="1"
            aria-label=${this.label}
            aria-autocomplete="list"
            aria-controls=${isOpen ? list : nothing}
            aria-activedescendant=${isOpen ? `${list}-${this.chosen}` : nothing}
            maxlength="20000"
            placeholder=${this.label}
            title="Enter sends, Shift+Enter begins a line"
            ?readonly=${this.isSending}
            .value=${live(this.text)}
            @input=${this.#onInput}
            @keydown=${this.#onKey}
            @blur=${() => { this.#names = []; this.requestUpdate(); }}
          ></textarea>
          <button class="primary" ?disabled=${!this.text.trim() || this.isSending}>Send</button>
        </div>
      </form>
    `;
  }

  /** As high as what is written, up to a third of the window. */
  updated() {
    const area = this.#area;
    area.rows = Math.min(8, Math.max(1, this.text.split('\n').length));
  }
}

customElements.define('parley-chat-box', ChatBox);
