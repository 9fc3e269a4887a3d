import { html, nothing } from 'lit';
import { live } from 'lit-html/directives/live.js';
import { api } from './api.js';
import { Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { say } from './toasts.js';

const LOOK_MILLIS = 2_000;

const STATES = {
  disconnected: 'Disconnected',
  connecting: 'Connecting…',
  connected: 'Connected',
  authDead: 'Refused: the other hub does not take the token',
  elsewhere: 'Run by another hub of this cluster',
};

/** Where this hub takes part elsewhere: how it is, the settings of the plugin, and the login there. */
class Connections extends Part {
  static properties = { status: { state: true }, problem: { state: true }, busy: { state: true } };

  #looking = 0;

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#read());
    this.#looking = setInterval(() => document.hidden || this.#read(), LOOK_MILLIS);
    this.#read();
  }

  disconnectedCallback() {
    clearInterval(this.#looking);
    super.disconnectedCallback();
  }

  async #read() {
    try {
      this.status = await api.comm();
      this.problem = '';
    } catch (e) {
      this.problem = e.message;
    }
  }

  async #change(change, done) {
    this.busy = true;
    try {
      this.status = await change();
      if (done) say(done);
    } catch (e) {
      say(e.message, 'bad');
    } finally {
      this.busy = false;
    }
  }

  #save(event) {
    event.preventDefault();
    const form = event.target;
    const values = {};
    for (const { key, secret, value = '' } of this.#fields()) {
      const typed = form.elements[key].value.trim();
      // A secret is never shown, so that its field is empty says nothing.
      if (secret ? typed : typed !== value) values[key] = typed;
    }
    return this.#change(() => api.changeComm({ values }), 'Saved').then(() => form.querySelectorAll('[type=password]').forEach((field) => (field.value = '')));
  }

  async #logIn() {
    try {
      const { authorizeUrl } = await api.startLogin();
      window.open(authorizeUrl, '_blank', 'noopener');
      say('Log in at the other hub in the window that was opened');
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #logOut() {
    await this.#change(async () => {
      await api.forgetAccount();
      return api.comm();
    }, 'Logged out there');
  }

  get #plugin() {
    return this.status.plugins.find(({ name }) => name === this.status.plugin);
  }

  #fields() {
    return this.#plugin?.groups.flatMap(({ fields }) => fields) ?? [];
  }

  render() {
    if (this.problem) return html`<p class="empty" role="alert">${this.problem}</p>`;
    if (!this.status) return html`<p class="empty">Loading…</p>`;
    return html`
      <section class="pane connections-pane" aria-label="Connection to another hub">
        ${this.#state()} ${this.#plugin?.groups.length ? this.#settings() : nothing} ${this.#account()} ${this.#topics()}
      </section>
    `;
  }

  #state() {
    const { enabled, state, reason, problem, since, plugin, plugins } = this.status;
    return html`
      <div class="filters">
        <select aria-label="Plugin" ?disabled=${this.busy} .value=${live(plugin)} @change=${(event) => this.#change(() => api.useComm(event.target.value))}>
          ${plugins.map(({ name, version }) => html`<option value=${name} ?selected=${name === plugin}>${name} ${version}</option>`)}
        </select>
        <button ?disabled=${this.busy} @click=${() => this.#change(() => api.connectComm())}>${enabled ? 'Connect anew' : 'Connect'}</button>
        <button ?disabled=${this.busy || !enabled} @click=${() => this.#change(() => api.disconnectComm())}>Disconnect</button>
      </div>
      <p class="verdict" role="status">
        <strong class=${state === 'authDead' || problem ? 'refused' : ''}>${enabled ? (problem ? 'Cannot connect' : STATES[state]) : 'Off'}</strong>
        ${enabled ? problem || reason : ''} ${enabled && state === 'connected' ? html`<span class="faint">since ${moment(since)}</span>` : nothing}
      </p>
    `;
  }

  #settings() {
    return html`
      <form aria-label="Settings of ${this.status.plugin}" @submit=${this.#save}>
        ${this.#plugin.groups.map(
          ({ title, fields }) => html`
            <fieldset>
              <legend>${title}</legend>
              ${fields.map((field) => this.#field(field))}
            </fieldset>
          `,
        )}
        <button class="primary" ?disabled=${this.busy}>Save</button>
      </form>
    `;
  }

  #field({ key, title, description, secret, set, source, value = '' }) {
    const from = set && source !== 'store' ? ` (from the ${source === 'login' ? 'login' : source})` : '';
    return html`
      <label>
        <span>${title}</span>
        <input name=${key} type=${secret ? 'password' : 'text'} .value=${value} placeholder=${secret && set ? 'set; type another to change it' : ''} maxlength="8192" autocomplete="off" spellcheck="false" />
        <span class="faint">${description}${from}</span>
      </label>
    `;
  }

  #account() {
    const { account } = this.status;
    return html`
      <div class="filters">
        ${account
          ? html`<span>Logged in at ${account.apiServer} as ${account.email || account.name}</span><button ?disabled=${this.busy} @click=${this.#logOut}>Log out there</button>`
          : html`<span class="faint">Not logged in at another hub; a token will do as well.</span><button @click=${this.#logIn}>Log in there</button>`}
      </div>
    `;
  }

  #topics() {
    const { topics, plugin } = this.status;
    if (!topics.length) return nothing;
    return html`
      <h2>Takes part in</h2>
      <ul class="topics">
        ${topics.map((topic) => html`<li><code>comm/${plugin}/${topic}</code></li>`)}
      </ul>
    `;
  }
}

customElements.define('parley-connections', Connections);
