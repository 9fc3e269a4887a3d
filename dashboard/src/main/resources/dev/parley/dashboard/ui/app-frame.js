import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';

/**
 * The pages of an app, which is a stranger: they come from a host name of their own, without the dashboard's cookies
 * and storage, into a sandbox that lets them run scripts and send forms to their app, and nothing else
 * (docs/adr/0094). What the frame says is not listened to.
 */
class AppFrame extends Part {
  static properties = { appId: {}, name: {}, url: { state: true }, problem: { state: true } };

  willUpdate(changes) {
    if (changes.has('appId')) this.#open();
  }

  async #open() {
    const id = this.appId;
    Object.assign(this, { url: '', problem: '' });
    try {
      const { url } = await api.openApp(id);
      if (id === this.appId) this.url = url;
    } catch (e) {
      if (id === this.appId) this.problem = e.message;
    }
  }

  render() {
    if (this.problem) return html`<div class="empty" role="alert"><p>${this.problem}</p><p><button @click=${() => this.#open()}>Try again</button></p></div>`;
    return html`
      <p class="filters"><span class="faint">This is the app’s own page: type no password of yours that it should not know.</span><button class="grow-end" @click=${() => this.#open()}>Open anew</button></p>
      ${this.url
        ? html`<iframe class="app-frame" sandbox="allow-scripts allow-forms" referrerpolicy="no-referrer" allow="" title="Pages of ${this.name ?? this.appId}" src=${this.url}></iframe>`
        : nothing}
    `;
  }
}

customElements.define('parley-app-frame', AppFrame);
