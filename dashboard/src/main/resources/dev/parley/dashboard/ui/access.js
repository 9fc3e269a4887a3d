import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { say } from './toasts.js';

const ACTIONS = ['send', 'subscribe', 'read', 'see'];

/** Who may send, subscribe, read and see what: the rules, a form for another, and why something is decided as it is. */
class Access extends Part {
  static properties = { rules: { state: true }, problem: { state: true }, verdict: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#read());
    this.#read();
  }

  async #read() {
    try {
      this.rules = (await api.accessRules()).rules;
      this.problem = '';
    } catch (e) {
      this.problem = e.message;
    }
  }

  async #add(event) {
    event.preventDefault();
    const form = event.target;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    try {
      const { rule } = await api.putAccessRule(values);
      say(`${words(rule)} holds now`);
      form.reset();
      await this.#read();
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #remove({ subject, action, path, ...rest }) {
    try {
      await api.removeAccessRule({ subject, action, path });
      say(`${words({ subject, action, path, ...rest })} is removed`);
    } catch (e) {
      say(e.message, 'bad');
    }
    await this.#read();
    this.querySelector('.add input')?.focus();
  }

  async #ask(event) {
    event.preventDefault();
    try {
      this.verdict = await api.whyAccess(Object.fromEntries(new FormData(event.target)));
    } catch (e) {
      this.verdict = null;
      say(e.message, 'bad');
    }
  }

  render() {
    return html`
      <section class="pane access-pane" aria-label="Access rules">
        <form class="filters" aria-label="Explain a decision" @submit=${this.#ask}>
          <input name="subject" list="access-agents" aria-label="Who asks" placeholder="agent or owner" required maxlength="256" autocomplete="off" />
          ${select('What is asked')}
          <input name="path" aria-label="On which path" placeholder="path, such as agent/ada" required maxlength="1024" autocomplete="off" />
          <button>Why?</button>
        </form>
        <p class="verdict" role="status">
          ${this.verdict
            ? html`<strong class=${this.verdict.allowed ? '' : 'refused'}>${this.verdict.allowed ? 'Allowed' : 'Refused'}</strong> ${this.verdict.reason}`
            : nothing}
        </p>
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : !this.rules
            ? html`<p class="empty">Loading…</p>`
            : this.rules.length
              ? this.#list()
              : html`<p class="empty">No rules. An agent may send to anyone, see every agent, read its own boxes, and subscribe to everything but the mail of others.</p>`}
        <form class="add" aria-label="Add a rule" @submit=${this.#add}>
          <select name="effect" aria-label="Effect"><option>deny</option><option>allow</option></select>
          <input name="subject" list="access-subjects" aria-label="Whom it is about" placeholder="agent, group/…, everyone" required maxlength="256" autocomplete="off" />
          ${select('Action')}
          <input name="path" aria-label="Path or pattern" placeholder="agent/* or slack/**" required maxlength="1024" autocomplete="off" />
          <button>Add</button>
        </form>
        <datalist id="access-agents"><option value="owner"></option>${agents()}</datalist>
        <datalist id="access-subjects">
          <option value="everyone"></option><option value="owner"></option>
          ${[...hub.groups.keys()].slice(0, 500).map((name) => html`<option value="group/${name}"></option>`)}${agents()}
        </datalist>
      </section>
    `;
  }

  #list() {
    return html`
      <ol class="entries" tabindex="0" aria-label="Rules, the most specific first">
        ${this.rules.map((rule) => this.#rule(rule))}
      </ol>
    `;
  }

  #rule(rule) {
    return html`
      <li class="entry rule">
        <span class="turn-head">
          <strong class=${rule.effect === 'deny' ? 'refused' : ''}>${rule.effect}</strong><span>${rule.subject}</span><span>${rule.action}</span><code>${rule.path}</code>
        </span>
        <span class="entry-foot">
          <span class="faint">since ${moment(rule.createdAt)}</span>
          <button aria-label="Remove: ${words(rule)}" @click=${() => this.#remove(rule)}>Remove</button>
        </span>
      </li>
    `;
  }
}

const words = ({ effect, subject, action, path }) => `${effect} ${subject} ${action} ${path}`;

const agents = () => [...hub.agents.keys()].slice(0, 500).map((id) => html`<option value=${id}></option>`);

const select = (label) => html`<select name="action" aria-label=${label}>${ACTIONS.map((action) => html`<option>${action}</option>`)}</select>`;

customElements.define('parley-access', Access);
