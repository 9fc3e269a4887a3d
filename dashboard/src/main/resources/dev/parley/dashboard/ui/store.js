import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { href, router } from './route.js';
import { say } from './toasts.js';

const TABS = [
  ['find', 'Find'],
  ['mine', 'Published by you'],
  ['reviews', 'Reviews'],
];

/** This hub as a store: what can be installed, what one has published, and what waits for a reviewer. */
class Store extends Part {
  static properties = { found: { state: true }, problem: { state: true }, busy: { state: true } };

  #asked = '';

  get #tab() {
    const { tab } = router.current.params;
    return TABS.find(([name]) => name === tab)?.[0] ?? 'find';
  }

  willUpdate() {
    const asked = JSON.stringify([this.#tab, router.current.params.q]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#read();
  }

  async #read() {
    const asked = this.#asked;
    Object.assign(this, { found: null, problem: '' });
    try {
      const found = await this.#list();
      if (asked === this.#asked) this.found = found;
    } catch (e) {
      if (asked === this.#asked) this.problem = e.status === 404 ? 'This hub is no store.' : e.message;
    }
  }

  async #list() {
    switch (this.#tab) {
      case 'mine':
        return (await api.myApps()).products.map(({ app }) => app);
      case 'reviews':
        return (await api.waitingReviews()).apps;
      default:
        return (await api.catalogue({ q: router.current.params.q, pageSize: 100 })).apps;
    }
  }

  async #does(change, done) {
    this.busy = true;
    try {
      await change();
      say(done);
      await this.#read();
    } catch (e) {
      say(e.message, 'bad');
    }
    this.busy = false;
  }

  async #reject(app) {
    const reason = await ask({ title: `Reject ${app.name}?`, text: 'It becomes a draft again. The publisher is told why.', does: 'Reject', reason: 'What has to be better' });
    if (reason === null) return undefined;
    if (!reason) return say('Say what has to be better', 'bad');
    return this.#does(() => api.review(app.id, 'reject', { reason }), 'Rejected');
  }

  render() {
    const tab = this.#tab;
    return html`
      <div class="subject">
        <a class="back narrow-only" href=${href('apps')}>All apps</a>
        <h2>Store</h2>
        <nav class="tabs" aria-label="Parts of the store">
          ${TABS.map(([name, label]) => html`<a href=${href('apps', '+store', { tab: name === 'find' ? undefined : name })} aria-current=${name === tab}>${label}</a>`)}
        </nav>
        ${tab === 'find'
          ? html`
            <form class="filters" role="search" aria-label="Search the store" @submit=${(e) => e.preventDefault()}>
              <input aria-label="Words" placeholder="what it is for" maxlength="200" .value=${router.current.params.q ?? ''} @change=${(e) => router.with({ q: e.target.value.trim() || undefined }, { replace: true })} />
            </form>`
          : nothing}
        ${this.#body(tab)}
      </div>
    `;
  }

  #body(tab) {
    if (this.problem) return html`<div class="empty" role="alert"><p>${this.problem}</p></div>`;
    if (!this.found) return html`<p class="empty">Reading…</p>`;
    if (!this.found.length) {
      const none = { find: 'The store has nothing like that.', mine: 'You have published nothing here. Begin with: parley apps publish DIR --binary PLATFORM=FILE', reviews: 'Nothing waits for a review.' };
      return html`<p class="empty">${none[tab]}</p>`;
    }
    return html`<ul class="cards">${this.found.map((app) => this.#card(tab, app))}</ul>`;
  }

  #card(tab, app) {
    return html`
      <li class="card">
        <h3><bdi>${plain(app.name)}</bdi> <span class="faint"><bdi>${plain(app.version ?? '')}</bdi></span> ${tab === 'find' ? nothing : html`<span class="state">${plain(app.status)}</span>`}</h3>
        ${app.author?.name ? html`<p class="faint">by <bdi>${plain(app.author.name)}</bdi></p>` : nothing}
        ${app.description ? html`<p><bdi>${plain(app.description)}</bdi></p>` : nothing}
        ${app.rejectionReason ? html`<p class="bad">Not accepted: <bdi>${plain(app.rejectionReason)}</bdi></p>` : nothing}
        <p class="actions">${this.#actions(tab, app)}</p>
      </li>
    `;
  }

  #actions(tab, app) {
    if (tab === 'find') return html`<a class="button" href=${href('apps', '+install', { id: app.slug || app.id })}>${app.isInstalled ? 'Look at it again' : 'Look at it'}</a>`;
    if (tab === 'mine') {
      return app.status === 'draft'
        ? html`<button ?disabled=${this.busy} aria-label="Submit ${plain(app.name)}" @click=${() => this.#does(() => api.submitApp(app.id), 'Handed to the reviewers')}>Submit</button>`
        : nothing;
    }
    return html`
      <button class="primary" ?disabled=${this.busy} aria-label="Approve ${plain(app.name)}" @click=${() => this.#does(() => api.review(app.id, 'approve', {}), 'Signed and published')}>Approve and publish</button>
      <button class="danger" ?disabled=${this.busy} aria-label="Reject ${plain(app.name)}" @click=${() => this.#reject(app)}>Reject</button>
    `;
  }
}

customElements.define('parley-store', Store);
