import { html, nothing } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { plural, time } from './format.js';
import { addressee, textOf } from './message.js';
import { router } from './route.js';

const PAGE = 50;
const CONTEXT = 80;

/** Finds messages by their words. What is searched for stands in the address. */
class Search extends Part {
  static properties = { hits: { state: true }, total: { state: true }, next: { state: true }, problem: { state: true } };

  #asked = null;
  #abort = new AbortController();

  firstUpdated() {
    this.querySelector('input').focus();
  }

  get #query() {
    const { q = '', from, to, type } = router.current.params;
    return { q, from, to, type };
  }

  willUpdate() {
    const asked = JSON.stringify(this.#query);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#abort.abort();
    if (this.#query.q.trim()) this.#soon();
    else {
      this.#soon.cancel();
      this.hits = null;
    }
  }

  #soon = debounced(150, () => this.#search());

  async #search(cursor) {
    this.#abort = new AbortController();
    try {
      const { hits, total, next } = await api.search({ ...this.#query, limit: PAGE, cursor }, this.#abort.signal);
      this.hits = cursor ? [...this.hits, ...hits] : hits;
      this.total = total;
      this.next = next;
      this.problem = '';
    } catch (e) {
      if (e.name !== 'AbortError') this.problem = e.message;
    }
  }

  #set(name) {
    return (event) => router.with({ [name]: event.target.value || undefined, m: undefined }, { replace: true });
  }

  render() {
    const { q, from, to } = this.#query;
    return html`
      <section class="pane search-pane" aria-label="Search">
        <form class="filters search-form" role="search" @submit=${(e) => e.preventDefault()}>
          <input type="search" aria-label="Words to look for" placeholder="words to look for" .value=${q} @input=${this.#set('q')} />
          <input aria-label="From" placeholder="from" .value=${from ?? ''} @change=${this.#set('from')} />
          <input aria-label="To" placeholder="to" .value=${to ?? ''} @change=${this.#set('to')} />
        </form>
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : !q.trim()
            ? html`<p class="empty">Type a word that was said, or a name. The newest and best fits come first.</p>`
            : !this.hits
              ? html`<p class="empty">Looking…</p>`
              : this.#found()}
      </section>
    `;
  }

  #found() {
    if (!this.hits.length) return html`<p class="empty">No results.</p>`;
    return html`
      <p class="faint found" role="status">${plural(this.total ?? this.hits.length, 'message')}</p>
      <ol class="hits" tabindex="0" aria-label="Found messages">
        ${this.hits.map(
          ({ message, highlights }) => html`
            <li>
              <a class="hit" href=${router.toMessage(message.id)} aria-current=${router.current.params.m === message.id ? 'true' : 'false'}>
                <span class="turn-head">
                  <strong>${message.from}</strong><span class="faint"><span aria-hidden="true">→</span><span class="visually-hidden">to</span> ${addressee(message)}</span>
                  <time class="faint">${time(message.timestamp)}</time>
                </span>
                <span class="hit-text">${excerpt(message, highlights)}</span>
              </a>
            </li>
          `,
        )}
      </ol>
      ${this.next ? html`<p><button @click=${() => this.#search(this.next)}>Show more</button></p>` : nothing}
    `;
  }
}

/** The text around the first place that fits, with every place marked: ranges over text, never markup. */
function excerpt(message, highlights) {
  const best = highlights?.find(({ field }) => field === 'content') ?? highlights?.[0];
  if (!best?.ranges?.length) return textOf(message).slice(0, 3 * CONTEXT);
  const text = String(best.text ?? textOf(message));
  const start = Math.max(0, best.ranges[0][0] - CONTEXT);
  const parts = [start > 0 ? '…' : ''];
  let at = start;
  for (const [from, to] of best.ranges) {
    if (from < at || from - start > 4 * CONTEXT) continue;
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  parts.push(text.slice(at, at + 2 * CONTEXT));
  return parts;
}

customElements.define('parley-search', Search);
