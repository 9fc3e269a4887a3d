import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { moment, time } from './format.js';
import { hub } from './hub.js';
import { addressee, textOf } from './message.js';
import { router } from './route.js';
import './message-body.js';
import './reply-box.js';

const PAGE = 200;

/** A message and everything that answers it, oldest first, with a box for the next answer. */
class Thread extends Part {
  static properties = { messages: { state: true }, problem: { state: true }, next: { state: true } };

  #shown = '';

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['message'], ({ detail }) => this.#belongs(detail.message) && this.#refresh());
    this.hears(hub, ['reload'], () => this.#refresh());
  }

  #belongs({ threadId, replyTo }) {
    return this.messages?.some(({ id }) => id === threadId || id === replyTo);
  }

  willUpdate() {
    const { subject } = router.current;
    if (subject === this.#shown) return;
    this.#shown = subject;
    this.messages = null;
    this.next = null;
    this.#load();
  }

  #refresh = debounced(80, () => this.#load());

  async #load() {
    const shown = this.#shown;
    try {
      let cursor;
      const all = [];
      // As much as was on screen before, so that a new answer does not fold the rest away.
      do {
        const page = await api.thread(shown, { limit: PAGE, cursor });
        all.push(...page.messages);
        cursor = page.next;
      } while (cursor && all.length < (this.messages?.length ?? 0));
      if (shown !== this.#shown) return;
      this.messages = all;
      this.next = cursor;
      this.problem = '';
    } catch (e) {
      if (shown === this.#shown) this.problem = e.message;
    }
  }

  async #more() {
    try {
      const page = await api.thread(this.#shown, { limit: PAGE, cursor: this.next });
      this.messages = [...this.messages, ...page.messages];
      this.next = page.next;
    } catch (e) {
      this.problem = e.message;
    }
  }

  render() {
    if (this.problem) return html`<p class="empty" role="alert">${this.problem}</p>`;
    if (!this.messages) return html`<p class="empty">Reading…</p>`;
    const last = this.messages.findLast(({ from }) => from !== hub.self) ?? this.messages.at(-1);
    return html`
      <div class="thread">
        <ol aria-label="Messages of this thread">
          ${repeat(
            this.messages,
            ({ id }) => id,
            (message) => this.#turn(message),
          )}
        </ol>
        ${this.next ? html`<p><button @click=${this.#more}>Show more</button></p>` : nothing}
        ${last && !router.current.params.m ? html`<parley-reply-box .message=${last} @sent=${() => this.#refresh()}></parley-reply-box>` : nothing}
      </div>
    `;
  }

  #turn(message) {
    const text = textOf(message);
    return html`
      <li class=${message.from === hub.self ? 'mine' : ''}>
        <article class="turn">
          <a class="turn-head" href=${router.toMessage(message.id)} aria-current=${router.current.params.m === message.id ? 'true' : 'false'}>
            <strong>${message.from}</strong><span class="faint"><span aria-hidden="true">→</span><span class="visually-hidden">to</span> ${addressee(message)}</span>
            ${message.command && message.command !== 'message' ? html`<code>${message.command}</code>` : nothing}
            <time class="faint" title=${moment(message.timestamp)}>${time(message.timestamp)}</time>
          </a>
          ${text ? html`<parley-message-body class="content" .text=${text}></parley-message-body>` : html`<span class="faint">no text</span>`}
        </article>
      </li>
    `;
  }
}

customElements.define('parley-thread', Thread);
