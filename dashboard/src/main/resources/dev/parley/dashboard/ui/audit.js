import { html, nothing } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { moment, time } from './format.js';
import { hub } from './hub.js';
import { router } from './route.js';

const PAGE = 100;

/** Who did what, newest first; the owner's alone. Whose and what is asked for stands in the address. */
class Audit extends Part {
  static properties = { entries: { state: true }, next: { state: true }, problem: { state: true } };

  #asked = null;
  #abort = new AbortController();

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    this.#abort.abort();
    super.disconnectedCallback();
  }

  get #query() {
    const { who, action } = router.current.params;
    return { who, action };
  }

  willUpdate() {
    const asked = JSON.stringify(this.#query);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#soon();
  }

  #soon = debounced(100, () => this.#read());

  async #read(cursor) {
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      const { entries, next } = await api.audit({ ...this.#query, limit: PAGE, cursor }, this.#abort.signal);
      this.entries = cursor ? [...this.entries, ...entries] : entries;
      this.next = next;
      this.problem = '';
    } catch (e) {
      if (e.name !== 'AbortError') this.problem = e.message;
    }
  }

  #set(name) {
    return (event) => router.with({ [name]: event.target.value.trim() || undefined }, { replace: true });
  }

  render() {
    const { who, action } = this.#query;
    return html`
      <section class="pane audit-pane" aria-label="Audit log">
        <form class="filters" role="search" @submit=${(e) => e.preventDefault()}>
          <input aria-label="Who" placeholder="who" .value=${who ?? ''} @change=${this.#set('who')} />
          <input aria-label="Action" placeholder="action" .value=${action ?? ''} @change=${this.#set('action')} />
          <button type="button" @click=${() => this.#read()}>Refresh</button>
        </form>
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : !this.entries
            ? html`<p class="empty">Looking…</p>`
            : this.entries.length
              ? this.#list()
              : html`<p class="empty">Nothing of the kind was done.</p>`}
      </section>
    `;
  }

  #list() {
    return html`
      <ol class="entries" tabindex="0" aria-label="What was done, newest first">
        ${this.entries.map((entry) => this.#entry(entry))}
        ${this.next ? html`<li class="more"><button @click=${() => this.#read(this.next)}>Show more</button></li>` : nothing}
      </ol>
    `;
  }

  #entry({ at, who, action, subject, outcome, door }) {
    return html`
      <li class="entry">
        <span class="turn-head">
          <strong>${who}</strong><span>${action}</span>${subject ? html`<span class="faint">${subject}</span>` : nothing}
        </span>
        <span class="entry-foot">
          <span class=${outcome === 'ok' ? 'faint' : 'refused'}>${outcome}</span>${door ? html`<span class="faint">through ${door}</span>` : nothing}
          <time class="faint" title=${moment(at)}>${time(at)}</time>
        </span>
      </li>
    `;
  }
}

customElements.define('parley-audit', Audit);
