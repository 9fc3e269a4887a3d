import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { whole } from './format.js';
import { hub } from './hub.js';
import { href } from './route.js';
import { dollars, usageTable } from './usage-table.js';

const NONE = { calls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };
const AFTER_TURN_MILLIS = 500;

const tokens = ({ inputTokens, outputTokens }) => inputTokens + outputTokens;

/** What an agent has used: today, with what it may, and on the days before. */
class AgentCost extends Part {
  static properties = { agentId: {}, days: { state: true }, models: { state: true }, budget: { state: true }, problem: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['turn'], ({ detail }) => detail.agentId === this.agentId && detail.change === 'ended' && this.#soon());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(AFTER_TURN_MILLIS, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('agentId')) return;
    this.days = null;
    this.#load();
  }

  async #load() {
    const agent = this.agentId;
    try {
      const [days, models, { agentDay = null }] = await Promise.all([api.usage({ agent, by: 'day' }), api.usage({ agent, by: 'model' }), api.governor()]);
      if (agent === this.agentId) Object.assign(this, { days, models, budget: agentDay, problem: '' });
    } catch (e) {
      if (agent === this.agentId) this.problem = e.message;
    }
  }

  render() {
    if (this.problem) return html`<div class="empty" role="alert"><p>${this.problem}</p><p><button @click=${() => this.#load()}>Try again</button></p></div>`;
    if (!this.days) return html`<p class="empty">Reading…</p>`;
    const { rows, from, to, total } = this.days;
    if (!rows.length) return html`<p class="empty">It has used nothing from ${from} to ${to}.</p>`;
    const today = rows.find(({ key }) => key === to) ?? NONE;
    return html`
      <dl class="metrics cost-metrics" aria-label="What it has used">
        <div class="metric"><dt>today</dt><dd>${dollars(today.costMicros)}</dd></div>
        <div class="metric"><dt>calls today</dt><dd>${whole(today.calls)}</dd></div>
        <div class="metric"><dt>tokens today</dt><dd>${whole(tokens(today))}</dd></div>
        <div class="metric"><dt>since ${from}</dt><dd>${dollars(total.costMicros)}</dd></div>
      </dl>
      ${this.budget ? this.#budget(today) : nothing}
      <h3>By day</h3>
      ${this.#bars(rows)}
      <h3>By model</h3>
      ${usageTable(this.models, (key) => html`<bdi>${plain(key)}</bdi>`)}
      <p class="faint">Days are those of UTC. <a href=${href('usage', '', { agent: this.agentId })}>Other days</a></p>
    `;
  }

  #budget(today) {
    const { tokens: most, costMicros } = this.budget;
    return html`
      <ul class="budgets" aria-label="What it may use today">
        ${most ? this.#share('Tokens', tokens(today), most, whole) : nothing}
        ${costMicros ? this.#share('Cost', today.costMicros, costMicros, dollars) : nothing}
      </ul>
    `;
  }

  #share(name, used, most, shown) {
    const share = Math.min(1, used / most);
    return html`<li><span>${name}: ${shown(used)} of ${shown(most)}</span><span class="bar ${share >= 1 ? 'is-full' : ''}" aria-hidden="true"><i .style=${`width:${(share * 100).toFixed(1)}%`}></i></span></li>`;
  }

  /** The longest is that of the most expensive day; where nothing is known to cost anything, of the most tokens. */
  #bars(rows) {
    const of = rows.some(({ costMicros }) => costMicros) ? ({ costMicros }) => costMicros : tokens;
    const most = Math.max(1, ...rows.map(of));
    return html`
      <ol class="bars" aria-label="By day">
        ${rows.toReversed().map(
          (row) => html`<li><span class="bar-name">${row.key}</span><span class="bar" aria-hidden="true"><i .style=${`width:${((of(row) / most) * 100).toFixed(1)}%`}></i></span><span class="bar-value">${dollars(row.costMicros)} <span class="faint">${whole(tokens(row))} tokens</span></span></li>`,
        )}
      </ol>
    `;
  }
}

customElements.define('parley-agent-cost', AgentCost);
