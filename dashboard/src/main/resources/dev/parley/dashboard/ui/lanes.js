import { html, nothing } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { plural } from './format.js';
import { hub } from './hub.js';

const AFTER_EVENT_MILLIS = 200;
const NAMES = { main: 'Main', comm: 'Messages of others' };

/** How full an agent's lanes are: how many turns each makes, may make at once, and how many sessions wait. */
class Lanes extends Part {
  static properties = { agentId: {}, lanes: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['turn'], ({ detail }) => detail.agentId === this.agentId && detail.change !== 'step' && this.#soon());
    this.hears(hub.live, ['message'], ({ detail }) => detail.recipients?.some((name) => name.split('/')[0] === this.agentId) && this.#soon());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(AFTER_EVENT_MILLIS, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('agentId')) return;
    this.lanes = null;
    this.#load();
  }

  async #load() {
    const agent = this.agentId;
    // Its turns are there without them.
    const { lanes } = await api.lanes(agent).catch(() => ({ lanes: [] }));
    if (agent === this.agentId) this.lanes = lanes;
  }

  render() {
    if (!this.lanes?.length) return nothing;
    return html`
      <h3>Lanes</h3>
      <ul class="budgets" aria-label="Lanes">
        ${this.lanes.map(
          ({ lane, running, runningMax, waiting }) => html`
            <li>
              <span>${NAMES[lane] ?? lane}: ${running} of ${runningMax}${waiting ? html`, <strong>${plural(waiting, 'session waits', 'sessions wait')}</strong>` : nothing}</span>
              <span class="bar" aria-hidden="true"><i .style=${`width:${Math.min(100, (running / Math.max(1, runningMax)) * 100).toFixed(1)}%`}></i></span>
            </li>`,
        )}
      </ul>
    `;
  }
}

customElements.define('parley-lanes', Lanes);
