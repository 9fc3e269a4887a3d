import { html, nothing } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { hub } from './hub.js';
import { href } from './route.js';

const ACTIONS = { subscribe: 'may subscribe to its mail', read: 'may read its boxes' };

/** Who gets copies of an agent's mail, and who may: for the owner. */
class Listeners extends Part {
  static properties = { agentId: {}, found: { state: true }, problem: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['agent'], () => this.#soon());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  #soon = debounced(300, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('agentId')) return;
    this.found = null;
    this.#load();
  }

  async #load() {
    const asked = this.agentId;
    try {
      const found = await api.listeners(asked);
      if (asked !== this.agentId) return;
      this.found = found;
      this.problem = '';
    } catch (e) {
      if (asked === this.agentId) this.problem = e.message;
    }
  }

  render() {
    if (this.problem) return html`<p class="faint" role="alert">${this.problem}</p>`;
    if (!this.found) return nothing;
    const { listeners, rules } = this.found;
    return html`
      <h3>Who listens in</h3>
      ${listeners.length + rules.length ? nothing : html`<p class="faint">Nobody: no subscription and no rule lets others have its mail.</p>`}
      <ul class="listeners">
        ${listeners.map(
          ({ agentId, patterns }) => html`<li><a href=${href('agents', agentId)}>${agentId}</a> gets copies, subscribed to ${patterns.map((pattern) => html`<code>${pattern}</code> `)}</li>`,
        )}
        ${rules.map(({ subject, action, path }) => html`<li><code>${subject}</code> ${ACTIONS[action] ?? action}, by the rule for <code>${path}</code></li>`)}
      </ul>
    `;
  }
}

customElements.define('parley-listeners', Listeners);
