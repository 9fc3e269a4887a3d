import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { whole } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { BY, dollars, usageTable } from './usage-table.js';

const DAY_MILLIS = 86_400_000;
const AFTER_TURN_MILLIS = 1_000;
const SPANS = { Today: 1, '7 days': 7, '30 days': 30 };

/** What agents have used of models: one's own, or everybody's for the owner. What is asked for stands in the address. */
class Usage extends Part {
  static properties = { report: { state: true }, budget: { state: true }, problem: { state: true } };

  #asked = null;
  #today = '';
  #abort = new AbortController();

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['turn'], ({ detail }) => detail.change === 'ended' && this.#later());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    this.#later.cancel();
    this.#abort.abort();
    super.disconnectedCallback();
  }

  get #query() {
    const { from, to, by, agent } = router.current.params;
    return { from, to, by: by in BY ? by : 'bot', agent: agent || undefined };
  }

  willUpdate() {
    const asked = JSON.stringify(this.#query);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#soon();
  }

  #soon = debounced(100, () => this.#read());
  #later = debounced(AFTER_TURN_MILLIS, () => this.#read());

  async #read() {
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      const query = this.#query;
      const [report, { agentDay = null }] = await Promise.all([api.usage(query, this.#abort.signal), api.governor()]);
      // Which day it is the hub says, when it is not told another.
      if (!query.to) this.#today = report.to;
      Object.assign(this, { report, budget: agentDay, problem: '' });
    } catch (e) {
      if (e.name !== 'AbortError') this.problem = e.message;
    }
  }

  #set(name) {
    return (event) => router.with({ [name]: event.target.value.trim() || undefined }, { replace: true });
  }

  #span(days) {
    const today = this.#today || new Date().toISOString().slice(0, 10);
    const from = new Date(Date.parse(today) - (days - 1) * DAY_MILLIS).toISOString().slice(0, 10);
    router.with({ from, to: undefined }, { replace: true });
  }

  render() {
    const { from, to, by, agent } = this.#query;
    return html`
      <section class="pane usage-pane" aria-label="Usage">
        <form class="filters" role="search" aria-label="What is added up" @submit=${(e) => e.preventDefault()}>
          <input type="date" aria-label="First day" .value=${from ?? this.report?.from ?? ''} @change=${this.#set('from')} />
          <input type="date" aria-label="Last day" .value=${to ?? this.report?.to ?? ''} @change=${this.#set('to')} />
          <span class="spans">${Object.entries(SPANS).map(([name, days]) => html`<button type="button" @click=${() => this.#span(days)}>${name}</button>`)}</span>
          <select aria-label="Add up by" @change=${this.#set('by')}>
            ${Object.entries(BY).map(([value, name]) => html`<option value=${value} ?selected=${value === by}>${name}</option>`)}
          </select>
          <input aria-label="Agent" placeholder="agent" maxlength="128" autocomplete="off" .value=${agent ?? ''} @change=${this.#set('agent')} />
          <button type="button" @click=${() => this.#read()}>Refresh</button>
        </form>
        ${this.budget ? this.#budget(this.budget) : nothing}
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : !this.report
            ? html`<p class="empty">Reading…</p>`
            : this.report.rows.length
              ? usageTable(this.report, (key) => this.#name(key))
              : html`<p class="empty">Nothing was used from ${this.report.from} to ${this.report.to}.</p>`}
      </section>
    `;
  }

  #name(key) {
    const shown = html`<bdi>${plain(key)}</bdi>`;
    return this.report.by === 'bot' ? html`<a href=${href('agents', key, { tab: 'cost' })}>${shown}</a>` : shown;
  }

  #budget({ tokens, costMicros }) {
    const most = [tokens ? `${whole(tokens)} tokens` : '', costMicros ? dollars(costMicros) : ''].filter(Boolean).join(' and ');
    return html`<p class="verdict faint">Each agent may use ${most} a day.</p>`;
  }
}

customElements.define('parley-usage', Usage);
