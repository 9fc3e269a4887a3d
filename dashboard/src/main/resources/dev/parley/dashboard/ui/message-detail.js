import { html, nothing } from 'lit';
import { api } from './api.js';
import { attachmentsOf } from './attachments.js';
import { decisionOf } from './decision.js';
import { debounced, Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { icon } from './icons.js';
import { jsonTree } from './json-tree.js';
import { ladder } from './ladder.js';
import { addressee } from './message.js';
import { href, router } from './route.js';
import './message-body.js';
import './reply-box.js';
import './waterfall.js';

const RAW_MILLIS = 60_000;
const TOLD_MAX = 200;
const SHOWN = new Set(['id', 'from', 'path', 'payload', 'content', 'timestamp', 'status', 'attempts']);

/** One message, whole: what it says, where each copy of it is, and a box to answer it. */
class MessageDetail extends Part {
  static properties = { messageId: {}, message: { state: true }, copies: { state: true }, delivery: { state: true }, problem: { state: true } };

  #loads = 0;
  #toldMeanwhile = [];

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['state'], ({ detail }) => detail.messageId === this.messageId && this.#onState(detail));
    this.hears(hub, ['reload'], () => this.#load());
  }

  willUpdate(changes) {
    if (changes.has('messageId')) {
      this.message = null;
      this.copies = null;
      this.delivery = null;
      this.problem = '';
      this.#load();
    }
  }

  async #load() {
    const id = this.messageId;
    this.#loads++;
    try {
      const [{ message }, { copies, delivery }] = await Promise.all([api.message(id), api.status(id).catch(() => ({ copies: null }))]);
      if (id !== this.messageId) return;
      this.message = message;
      this.delivery = delivery;
      this.copies = copies;
      // What was read may be older than what was told while it was read.
      for (const told of this.#toldMeanwhile) if (told.messageId === id) this.#climb(told);
    } catch (e) {
      if (id === this.messageId) this.problem = e.message;
    } finally {
      if (--this.#loads === 0) this.#toldMeanwhile = [];
    }
  }

  #onState(told) {
    // The first of very many are in what is being read.
    if (this.#loads && this.#toldMeanwhile.push(told) > TOLD_MAX) this.#toldMeanwhile.shift();
    if (!this.#climb(told)) this.#reload();
  }

  /** Whether it is about a copy that is shown. */
  #climb({ box, state, attempts }) {
    const at = this.copies?.findIndex((copy) => copy.box.kind === box.kind && copy.box.name === box.name) ?? -1;
    if (at >= 0) this.copies = this.copies.with(at, { ...this.copies[at], state, attempts });
    return at >= 0;
  }

  #reload = debounced(200, () => this.#load());

  render() {
    return html`
      <section class="detail" aria-label="Message">
        <header class="detail-head">
          <h2>Message</h2>
          <a class="icon-button" href=${router.toMessage('')} aria-label="Close the message" title="Close (Esc)">${icon('close')}</a>
        </header>
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : this.message
            ? this.#whole(this.message)
            : html`<p class="empty">Reading…</p>`}
      </section>
    `;
  }

  #whole(message) {
    const more = Object.entries(message).filter(([name]) => !SHOWN.has(name));
    return html`
      <div class="detail-body">
        <p class="detail-route">
          <a href=${href('agents', message.from)}>${message.from}</a>
          <span aria-hidden="true">→</span><span class="visually-hidden"> to </span>
          <span>${addressee(message)}</span>
        </p>
        <p class="faint"><time>${moment(message.timestamp)}</time></p>
        ${message.content ? html`<parley-message-body class="content" .text=${String(message.content)}></parley-message-body>` : nothing}
        ${this.#payload(message.payload)} ${attachmentsOf(message)} ${decisionOf(message)}
        <h3>Delivery</h3>
        ${this.copies?.length ? ladder(this.copies) : nothing} ${this.#fate()}
        <parley-waterfall .messageId=${message.id}></parley-waterfall>
        <p class="detail-links">
          <a href=${href('thread', message.threadId ?? message.id, { m: message.id })}>Open the thread</a>
          <button type="button" class="link" @click=${() => this.#openRaw(message)}>Raw JSON</button>
        </p>
        <details>
          <summary>Envelope</summary>
          <dl class="envelope">
            <dt>id</dt>
            <dd><code>${message.id}</code></dd>
            <dt>path</dt>
            <dd><code>${message.path}</code></dd>
            ${more.map(
              ([name, value]) => html`
                <dt>${name}</dt>
                <dd><code>${typeof value === 'object' ? JSON.stringify(value) : String(value)}</code></dd>
              `,
            )}
          </dl>
        </details>
        <parley-reply-box .message=${message}></parley-reply-box>
      </div>
    `;
  }

  /** In a tab of its own, as plain text: a link to the hub would lack the key of the login. */
  #openRaw(message) {
    const url = URL.createObjectURL(new Blob([JSON.stringify(message, null, 2)], { type: 'text/plain;charset=utf-8' }));
    open(url, '_blank', 'noopener');
    setTimeout(() => URL.revokeObjectURL(url), RAW_MILLIS);
  }

  /** What the ladders do not tell. */
  #fate() {
    if (!this.copies) return html`<p class="faint">Not known.</p>`;
    const { recipients = 0, dead = 0, cleared = 0 } = this.delivery ?? {};
    if (dead) return html`<p class="faint">${dead === recipients ? 'It reached nobody.' : `It did not reach ${dead} of ${recipients}.`} <a href=${href('dead-letters')}>See the dead letters</a></p>`;
    return cleared ? html`<p class="faint">${cleared} of ${recipients} cleared it from the inbox.</p>` : nothing;
  }

  #payload(payload) {
    if (!payload || (typeof payload === 'object' && Object.keys(payload).length === 0)) return nothing;
    return html`
      <h3>Payload</h3>
      <div class="payload" tabindex="0" role="region" aria-label="Payload">${jsonTree(payload, 'Payload')}</div>
    `;
  }
}

customElements.define('parley-message-detail', MessageDetail);
