import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { ago } from './format.js';
import { hub } from './hub.js';

const AFTER_MESSAGE_MILLIS = 1_000;

/** In which ways an agent can be woken, which of them are proven, and how long it takes. */
class AgentWake extends Part {
  static properties = { agentId: {}, found: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#soon());
    this.hears(hub.live, ['agent'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(AFTER_MESSAGE_MILLIS, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('agentId')) return;
    this.found = null;
    this.#load();
  }

  async #load() {
    const asked = this.agentId;
    try {
      const found = await api.wake(asked);
      if (asked === this.agentId) this.found = found;
    } catch {
      // A hub that cannot say leaves this part of the page out.
      if (asked === this.agentId) this.found = null;
    }
  }

  render() {
    const { thinks, ways = [] } = this.found ?? {};
    if (!thinks && !ways.length) return nothing;
    return html`
      <h3>How it is woken</h3>
      <ul class="listeners" aria-label="How it is woken">
        ${thinks ? html`<li>by a turn: the hub itself thinks for it</li>` : nothing}
        ${ways.map((way) => html`<li><code>${plain(way.way)}</code> ${this.#said(way)}</li>`)}
      </ul>
    `;
  }

  #said({ proven, provenAt, p50Ms, p99Ms, measured, lastFailure }) {
    const times = measured ? `, ${p50Ms} ms until read (p50; p99 ${p99Ms} ms, of ${measured})` : '';
    const failed = lastFailure ? `; the last time: ${plain(lastFailure)}` : '';
    return `${proven ? `proven ${ago(provenAt)}` : 'not proven'}${times}${failed}`;
  }
}

customElements.define('parley-agent-wake', AgentWake);
