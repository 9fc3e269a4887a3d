import { html, nothing } from 'lit';
import { api } from './api.js';
import { permissionList } from './app-words.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { href, router } from './route.js';
import { say } from './toasts.js';

/** Installs an app in two steps: what it is and may do is shown, and then only that is installed. */
class AppInstall extends Part {
  static properties = { source: { state: true }, found: { state: true }, problem: { state: true }, busy: { state: true } };

  #asked = '';

  /** A link of the store names the app. */
  willUpdate() {
    const { id = '', store = '' } = router.current.params;
    const asked = JSON.stringify([id, store]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (id) this.#look(async () => ({ id, store: store || undefined }));
  }

  async #look(source) {
    this.busy = true;
    Object.assign(this, { found: null, problem: '' });
    try {
      this.source = await source();
      this.found = await api.inspectApp(this.source);
    } catch (e) {
      this.problem = e.message;
    }
    this.busy = false;
  }

  #onFile(event) {
    event.preventDefault();
    const [file] = event.target.elements.file.files;
    if (file) this.#look(async () => ({ sha256: (await api.store(file)).sha256 }));
  }

  #onId(event) {
    event.preventDefault();
    const said = new FormData(event.target);
    this.#look(async () => ({ id: said.get('id').trim(), store: said.get('store').trim() || undefined }));
  }

  async #install() {
    this.busy = true;
    this.problem = '';
    try {
      const app = await api.installApp({ ...this.source, permissions: this.found.permissions.map((each) => each.permission) });
      say(`${app.name ?? app.id} is installed`);
      this.dispatchEvent(new Event('changed', { bubbles: true }));
      router.go('apps', app.id);
    } catch (e) {
      this.problem = e.message;
    }
    this.busy = false;
  }

  render() {
    return html`
      <div class="subject">
        <a class="back narrow-only" href=${href('apps')}>All apps</a>
        <h2>Install an app</h2>
        ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
        ${this.found ? this.#confirm(this.found) : this.#choose()}
      </div>
    `;
  }

  #choose() {
    return html`
      <form class="stacked" @submit=${this.#onId}>
        <label for="install-id">From a store, by its id</label>
        <input id="install-id" name="id" required maxlength="128" placeholder="com.example.calculator" autocomplete="off" spellcheck="false" />
        <label for="install-store">Address of the store</label>
        <input id="install-store" name="store" type="url" maxlength="1024" placeholder="the one that the hub is set to" autocomplete="off" />
        <p class="actions"><button class="primary" ?disabled=${this.busy}>Look at it</button></p>
      </form>
      <form class="stacked" @submit=${this.#onFile}>
        <label for="install-file">From a package</label>
        <input id="install-file" name="file" type="file" accept=".napp,application/x-napp" required />
        <p class="actions"><button ?disabled=${this.busy}>Look at it</button></p>
      </form>
      <p class="faint" role="status">${this.busy ? 'Looking…' : 'Nothing is installed before you have seen what it may do.'}</p>
    `;
  }

  #confirm(found) {
    return html`
      <section class="card" aria-label="What would be installed">
        <h3><bdi>${plain(found.name)}</bdi> <span class="faint"><bdi>${plain(found.version)}</bdi></span></h3>
        ${found.description ? html`<p><bdi>${plain(found.description)}</bdi></p>` : nothing}
        <dl class="facts">
          <dt>id</dt><dd><code>${plain(found.id)}</code></dd>
          <dt>from</dt><dd><bdi>${plain(found.origin)}</bdi>, ${found.verified ? 'signed' : html`<strong>not signed: install it only if you trust who gave it to you</strong>`}</dd>
          <dt>provides</dt><dd>${found.provides.map((each) => html`<code>${plain(each)}</code> `)}</dd>
          ${found.installedVersion ? html`<dt>here now</dt><dd><bdi>${plain(found.installedVersion)}</bdi></dd>` : nothing}
        </dl>
        <h3>It will be allowed to</h3>
        ${permissionList(found.permissions)}
        <p class="actions">
          <button class="primary" ?disabled=${this.busy} @click=${() => this.#install()}>Agree and install</button>
          <button ?disabled=${this.busy} @click=${() => Object.assign(this, { found: null, problem: '' })}>Do not install</button>
        </p>
      </section>
    `;
  }
}

customElements.define('parley-app-install', AppInstall);
