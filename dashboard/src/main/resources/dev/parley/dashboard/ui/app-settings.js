import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { say } from './toasts.js';

/** The settings of an app by name. A secret is never shown again: its field is empty, and says nothing when it stays so. */
class AppSettings extends Part {
  static properties = { appId: {}, all: { state: true }, problem: { state: true }, busy: { state: true } };

  willUpdate(changes) {
    if (!changes.has('appId')) return;
    this.all = null;
    this.#read();
  }

  async #read() {
    const id = this.appId;
    try {
      const { settings } = await api.appSettings(id);
      if (id === this.appId) Object.assign(this, { all: settings, problem: '' });
    } catch (e) {
      if (id === this.appId) this.problem = e.message;
    }
  }

  async #change(values, secret = []) {
    this.busy = true;
    this.problem = '';
    try {
      this.all = (await api.setAppSettings(this.appId, { values, secret })).settings;
      say('Saved, and the app was told');
      return true;
    } catch (e) {
      this.problem = e.message;
      return false;
    } finally {
      this.busy = false;
    }
  }

  async #save(event) {
    event.preventDefault();
    const form = event.target;
    const values = {};
    const hidden = [];
    for (const { name, secret, value } of this.#own) {
      const typed = form.elements[`value ${name}`].value;
      if (secret ? typed : typed !== value) values[name] = typed;
      if (secret && typed) hidden.push(name);
    }
    if (!Object.keys(values).length) return say('Nothing was changed');
    if (await this.#change(values, hidden)) form.querySelectorAll('[type=password]').forEach((field) => (field.value = ''));
  }

  async #add(event) {
    event.preventDefault();
    const form = event.target;
    const said = new FormData(form);
    const name = said.get('name').trim();
    if (await this.#change({ [name]: said.get('value') }, said.has('secret') ? [name] : [])) form.reset();
  }

  /** Tokens of logins are the hub's to set. */
  get #own() {
    return this.all.filter(({ name }) => !name.startsWith('oauth:'));
  }

  render() {
    if (!this.all) return html`<p class="empty" role=${this.problem ? 'alert' : 'status'}>${this.problem || 'Reading…'}</p>`;
    return html`
      ${this.#own.length
        ? html`
          <form class="stacked" @submit=${this.#save}>
            ${repeat(
              this.#own,
              ({ name }) => name,
              ({ name, secret, value }, i) => html`
                <label for="app-setting-${i}"><bdi>${plain(name)}</bdi></label>
                <span class="field-row">
                  <input id="app-setting-${i}" name="value ${name}" type=${secret ? 'password' : 'text'} maxlength="32000" autocomplete="off" spellcheck="false" .value=${secret ? '' : value} placeholder=${secret ? 'set; type to replace it' : ''} />
                  <button type="button" aria-label="Take ${plain(name)} away" ?disabled=${this.busy} @click=${() => this.#change({ [name]: null })}>Take away</button>
                </span>`,
            )}
            <p class="actions"><button class="primary" ?disabled=${this.busy}>Save</button></p>
          </form>`
        : html`<p class="faint">Nothing is set. The app says in its description which settings it knows.</p>`}
      <h3>Another setting</h3>
      <form class="stacked" @submit=${this.#add}>
        <label for="app-setting-name">Name</label>
        <input id="app-setting-name" name="name" required maxlength="128" pattern="[A-Za-z0-9_][A-Za-z0-9_.:\\-]*" autocomplete="off" spellcheck="false" />
        <label for="app-setting-value">Value</label>
        <input id="app-setting-value" name="value" maxlength="32000" autocomplete="off" spellcheck="false" />
        <label class="choice"><input type="checkbox" name="secret" /> secret: it is never shown again</label>
        <p class="actions"><button ?disabled=${this.busy}>Set</button></p>
      </form>
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
    `;
  }
}

customElements.define('parley-app-settings', AppSettings);
