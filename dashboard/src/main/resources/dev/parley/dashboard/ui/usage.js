import { html, nothing } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { hub } from './hub.js';
import { router } from './route.js';

const BY = { bot: 'Agent', owner: 'Owner', model: 'Model', day: 'Day' };
const NUMBERS = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 4 });

/** What agents have used of models: one's own, or everybody's for the owner. What is asked for stands in the address. */
class Usage extends Part {
  static properties = { report: { state: true }, problem: { state: true } };

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
    const { from, to, by } = router.current.params;
    return { from, to, by: by in BY ? by : 'bot' };
  }

  willUpdate() {
    const asked = JSON.stringify(this.#query);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#soon();
  }

  #soon = debounced(100, () => this.#read());

  async #read() {
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      this.report = await api.usage(this.#query, this.#abort.signal);
      this.problem = '';
    } catch (e) {
      if (e.name !== 'AbortError') this.problem = e.message;
    }
  }

  #set(name) {
    return (event) => router.with({ [name]: event.target.value || undefined }, { replace: true });
  }

  render() {
    const { from, to, by } = this.#query;
    return html`
      <section class="pane usage-pane" aria-label="Usage">
        <form class="filters" role="search" @submit=${(e) => e.preventDefault()}>
          <input type="date" aria-label="First day" .value=${from ?? this.report?.from ?? ''} @change=${this.#set('from')} />
          <input type="date" aria-label="Last day" .value=${to ?? this.report?.to ?? ''} @change=${this.#set('to')} />
          <select aria-label="Add up by" @change=${this.#set('by')}>
            ${Object.entries(BY).map(([value, name]) => html`<option value=${value} ?selected=${value === by}>${name}</option>`)}
          </select>
          <button type="button" @click=${() => this.#read()}>Look again</button>
        </form>
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : !this.report
            ? html`<p class="empty">Looking…</p>`
            : this.report.rows.length
              ? this.#table()
              : html`<p class="empty">Nothing was used from ${this.report.from} to ${this.report.to}.</p>`}
      </section>
    `;
  }

  #table() {
    const { rows, total, by, more } = this.report;
    return html`
      <div class="usage-table" tabindex="0" role="region" aria-label="What was used">
        <table>
          <thead>
            <tr><th scope="col">${BY[by]}</th><th scope="col">Calls</th><th scope="col">Input tokens</th><th scope="col">Output tokens</th><th scope="col">Cost</th></tr>
          </thead>
          <tbody>
            ${rows.map((row) => this.#row(row.key, row))}
          </tbody>
          <tfoot>
            ${this.#row('Total', total)}
          </tfoot>
        </table>
        ${more ? html`<p class="faint">Only the first rows are shown; the total is of all.</p>` : nothing}
      </div>
    `;
  }

  #row(key, { calls, inputTokens, outputTokens, costMicros }) {
    return html`
      <tr>
        <th scope="row">${key}</th>
        <td>${NUMBERS.format(calls)}</td>
        <td>${NUMBERS.format(inputTokens)}</td>
        <td>${NUMBERS.format(outputTokens)}</td>
        <td>${DOLLARS.format(costMicros / 1e6)}</td>
      </tr>
    `;
  }
}

customElements.define('parley-usage', Usage);
