import { html } from 'lit';
import { Part } from './element.js';
import { hub } from './hub.js';
import { mayNotify } from './notifications.js';
import { settings } from './settings.js';
import { say } from './toasts.js';

const GROUPS = [
  ['theme', 'Theme', { system: 'System', light: 'Light', dark: 'Dark' }],
  ['density', 'Density', { comfortable: 'Comfortable', compact: 'Compact' }],
  ['motion', 'Motion', { system: 'System', reduced: 'Reduce motion' }],
  ['notifications', 'Notifications', { off: 'Off', on: 'When a message comes for me and I am elsewhere' }],
];

class SettingsView extends Part {
  async #choose(name, value) {
    if (name === 'notifications' && value === 'on' && !(await mayNotify())) {
      say('The browser does not let this page notify you', 'bad');
      value = 'off';
    }
    settings.set(name, value);
    this.requestUpdate();
  }

  render() {
    return html`
      <div class="settings">
        ${GROUPS.map(
          ([name, title, labels]) => html`
            <fieldset>
              <legend>${title}</legend>
              ${settings.choices(name).map(
                (value) => html`
                  <label class="choice">
                    <input type="radio" name=${name} value=${value} .checked=${settings.get(name) === value} @change=${() => this.#choose(name, value)} />
                    ${labels[value]}
                  </label>
                `,
              )}
            </fieldset>
          `,
        )}
        <fieldset>
          <legend>Session</legend>
          <p>You are ${hub.isOwner ? html`the owner, and speak as <strong>developer</strong>` : html`the agent <strong>${hub.self}</strong>`}. Settings stay in this browser.</p>
          <p class="actions"><button @click=${() => hub.signOut()}>Sign out</button><a class="button" href="/status">Status page</a></p>
        </fieldset>
      </div>
    `;
  }
}

customElements.define('parley-settings', SettingsView);
