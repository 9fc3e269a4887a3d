import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { left } from './decision.js';
import { Part } from './element.js';
import { moment, time } from './format.js';
import { hub } from './hub.js';
import { Paged } from './paged.js';
import { href, router } from './route.js';
import './approval.js';
import './virtual-list.js';

const PAGE = 100;
const ROW_HEIGHT = 60;
const SHORT = { allowed: 'Allowed', denied: 'Denied', expired: 'Not answered' };

/** What agents ask leave for: what waits for an answer, or all of it. */
class Approvals extends Part {
  #shownFor = null;
  #approvals = new Paged(this, {
    read: async (cursor) => {
      const { approvals, next } = await api.approvals({ state: this.#state, limit: PAGE, cursor });
      return { items: approvals, next };
    },
    id: ({ id }) => id,
    compare: (one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0),
  });

  get #state() {
    return router.current.params.state === 'all' ? 'all' : 'open';
  }

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['approval'], ({ detail }) => this.#approvals.put(detail, this.#state === 'all' || detail.state === 'open'));
    this.hears(hub, ['reload'], () => this.#approvals.load());
  }

  willUpdate() {
    if (this.#state === this.#shownFor) return;
    this.#shownFor = this.#state;
    this.#approvals.begin();
  }

  render() {
    const { subject } = router.current;
    const state = this.#state;
    return html`
      <div class="split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Approvals">
          <nav class="filters tabs" aria-label="Which approvals">
            <a href=${href('approvals')} aria-current=${state === 'open'}>Waiting</a>
            <a href=${href('approvals', '', { state: 'all' })} aria-current=${state === 'all'}>All</a>
          </nav>
          ${this.#list(subject)}
        </section>
        <section class="pane subject-pane" aria-label="The chosen approval">
          ${subject ? html`<parley-approval .approvalId=${subject}></parley-approval>` : html`<p class="empty">Choose a request to see exactly what it is about.</p>`}
        </section>
      </div>
    `;
  }

  #list(subject) {
    const { items, problem } = this.#approvals;
    if (problem) return html`<div class="empty" role="alert"><p>${problem}</p><p><button @click=${() => this.#approvals.load()}>Try again</button></p></div>`;
    if (!items) return html`<p class="empty">Reading…</p>`;
    if (!items.length) {
      return this.#state === 'open'
        ? html`<div class="empty"><h2>Nothing waits</h2><p>When an agent needs a person’s leave, its request is here until somebody answers or its time is over.</p></div>`
        : html`<div class="empty"><h2>No requests</h2><p>No agent has asked for leave yet.</p></div>`;
    }
    return html`<parley-virtual-list label="Approvals" data-walks="subject" .items=${items} .rowHeight=${ROW_HEIGHT} .row=${(each) => this.#row(each, subject)} @near-end=${() => this.#approvals.more()}></parley-virtual-list>`;
  }

  #row({ id, asker, what, state, askedAt, expiresAt, by }, subject) {
    return html`
      <a class="message-row" href=${href('approvals', id, { state: router.current.params.state })} aria-current=${id === subject ? 'true' : 'false'}>
        <span class="who"><strong><bdi>${plain(asker)}</bdi></strong> <span class="faint">asks</span></span>
        <span class="meta">${state === 'open' ? html`<span class="state state-input-required">${left(expiresAt)}</span>` : html`<span class="state state-${state === 'allowed' ? 'completed' : 'canceled'}">${SHORT[state] ?? state}</span>`}</span>
        <span class="text"><bdi>${what ? plain(what) : 'no words'}</bdi>${by ? html`, answered by <bdi>${plain(by)}</bdi>` : nothing}<time class="row-time" title=${moment(askedAt)}>${time(askedAt)}</time></span>
      </a>
    `;
  }
}

customElements.define('parley-approvals', Approvals);
