import { html } from 'lit';
import { live } from 'lit-html/directives/live.js';
import { api } from './api.js';
import { Part } from './element.js';
import { hub } from './hub.js';
import { say } from './toasts.js';

/** Answers one message as the person at this page. What was typed survives a failure. */
class ReplyBox extends Part {
  static properties = { message: { attribute: false }, text: { state: true }, isSending: { state: true } };

  constructor() {
    super();
    this.text = '';
  }

  willUpdate(changes) {
    const before = changes.get('message');
    if (before && before.id !== this.message.id) {
      this.text = '';
      this.#key = crypto.randomUUID();
    }
  }

  // The same for every attempt to send one text, so that trying again after a lost answer cannot send it twice.
  #key = crypto.randomUUID();

  async #send(event) {
    event.preventDefault();
    const { message, text } = this;
    if (!text.trim() || this.isSending) return;
    this.isSending = true;
    try {
      const receipt = await api.send({
        from: hub.isOwner ? hub.self : undefined,
        to: message.from,
        content: text,
        replyTo: message.id,
        correlationId: message.correlationId ?? message.id,
        conversationId: message.conversationId,
        idempotencyKey: this.#key,
      });
      this.text = '';
      this.#key = crypto.randomUUID();
      say(receipt.delivered === false ? `Nobody is called ${message.from} any more: see the dead letters` : `Sent to ${message.from}`);
      this.dispatchEvent(new Event('sent', { bubbles: true }));
    } catch (e) {
      say(e.message, 'bad');
    }
    this.isSending = false;
  }

  /** Another text is another message, whose answer cannot be that of an earlier attempt. */
  #onInput(event) {
    this.text = event.target.value;
    this.#key = crypto.randomUUID();
  }

  #onKey(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#send(event);
  }

  render() {
    const id = `reply-${this.message.id}`;
    return html`
      <form class="reply" @submit=${this.#send}>
        <label for=${id}>Reply to ${this.message.from} as ${hub.self}</label>
        <textarea
          id=${id}
          rows="3"
          placeholder="Ctrl+Enter sends"
          .value=${live(this.text)}
          @input=${this.#onInput}
          @keydown=${this.#onKey}
        ></textarea>
        <button class="primary" ?disabled=${!this.text.trim() || this.isSending}>Send reply</button>
      </form>
    `;
  }
}

customElements.define('parley-reply-box', ReplyBox);
