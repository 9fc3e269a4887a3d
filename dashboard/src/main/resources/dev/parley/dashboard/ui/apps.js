import { html, nothing } from 'lit';
import { api } from './api.js';
import { stateOf } from './app-words.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import './app-install.js';
import './app-page.js';
import './store.js';

const LOOK_MILLIS = 3_000;
const ROW_HEIGHT = 60;

/** What stands in the place of an app. No app is called so: ids of apps begin with a letter or digit. */
export const INSTALL = '+install';
export const STORE = '+store';

/** The apps of this hub: how they are, and what becomes of the one that was chosen. */
class Apps extends Part {
  static properties = { apps: { state: true }, problem: { state: true } };

  #looking = 0;

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#read());
    this.hears(this, ['changed'], () => this.#read());
    this.#looking = setInterval(() => document.hidden || this.#read(), LOOK_MILLIS);
    this.#read();
  }

  disconnectedCallback() {
    clearInterval(this.#looking);
    super.disconnectedCallback();
  }

  async #read() {
    try {
      this.apps = (await api.apps()).apps;
      this.problem = '';
    } catch (e) {
      this.problem = e.message;
    }
  }

  render() {
    const { subject } = router.current;
    return html`
      <div class="split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Apps">
          <p class="filters">
            <a class="button" href=${href('apps', STORE)}>Store</a>
            <a class="button grow-end" href=${href('apps', INSTALL)}>Install an app</a>
          </p>
          ${this.#list(subject)}
        </section>
        <section class="pane subject-pane" aria-label="The chosen app">${this.#subject(subject)}</section>
      </div>
    `;
  }

  #list(subject) {
    if (this.problem) return html`<div class="empty" role="alert"><p>${this.problem}</p><p><button @click=${() => this.#read()}>Try again</button></p></div>`;
    if (!this.apps) return html`<p class="empty">Reading…</p>`;
    if (!this.apps.length) {
      return html`<div class="empty"><h2>No apps</h2><p>An app is a program that gives agents tools, channels or pages. It runs locked in, with the permissions that you have agreed to.</p>
        <p><a class="button" href=${href('apps', STORE)}>Look into the store</a></p></div>`;
    }
    return html`<parley-virtual-list label="Apps" data-walks="subject" .items=${this.apps} .rowHeight=${ROW_HEIGHT} .row=${(each) => this.#row(each, subject)}></parley-virtual-list>`;
  }

  #row(app, subject) {
    return html`
      <a class="message-row" href=${href('apps', app.id)} aria-current=${app.id === subject ? 'true' : 'false'}>
        <span class="who"><strong><bdi>${plain(app.name ?? app.id)}</bdi></strong> <span class="faint"><bdi>${plain(app.version ?? '')}</bdi></span></span>
        <span class="meta">${app.pending ? html`<span class="state state-input-required">update waits</span>` : nothing} ${stateOf(app)}</span>
        <span class="text"><bdi>${plain(app.problem || app.id)}</bdi></span>
      </a>
    `;
  }

  #subject(subject) {
    if (subject === INSTALL) return html`<parley-app-install></parley-app-install>`;
    if (subject === STORE) return html`<parley-store></parley-store>`;
    if (!subject) return html`<p class="empty">Choose an app to see what it may do and how it is.</p>`;
    return html`<parley-app-page .appId=${subject}></parley-app-page>`;
  }
}

customElements.define('parley-apps', Apps);
