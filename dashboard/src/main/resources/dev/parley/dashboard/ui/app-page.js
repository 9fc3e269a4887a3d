import { html, nothing } from 'lit';
import { api } from './api.js';
import { permissionList, stateOf } from './app-words.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';
import './agent-log.js';
import './app-frame.js';
import './app-settings.js';

const LOOK_MILLIS = 3_000;

/** One app: what it is and may do, its settings, its log, its pages. */
class AppPage extends Part {
  static properties = { appId: {}, app: { state: true }, problem: { state: true }, busy: { state: true } };

  #looking = 0;

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#read());
    this.#looking = setInterval(() => document.hidden || this.busy || this.#read(), LOOK_MILLIS);
  }

  disconnectedCallback() {
    clearInterval(this.#looking);
    super.disconnectedCallback();
  }

  willUpdate(changes) {
    if (!changes.has('appId')) return;
    this.app = null;
    this.#read();
  }

  async #read() {
    const id = this.appId;
    try {
      const app = await api.app(id);
      if (id === this.appId) Object.assign(this, { app, problem: '' });
    } catch (e) {
      if (id === this.appId) this.problem = e.message;
    }
  }

  async #does(change, done) {
    this.busy = true;
    try {
      const app = await change();
      if (app?.id === this.appId) this.app = app;
      if (done) say(done);
      this.dispatchEvent(new Event('changed', { bubbles: true }));
      return true;
    } catch (e) {
      say(e.message, 'bad');
      return false;
    } finally {
      this.busy = false;
    }
  }

  #approve() {
    const { version, permissions } = this.app.pending;
    return this.#does(() => api.approveApp(this.appId, permissions.map((each) => each.permission)), `Version ${version} runs`);
  }

  async #uninstall(data) {
    const text = data === 'keep' ? 'It stops. Its data stays for when it is installed again.' : 'It stops, and everything it has stored is deleted.';
    if ((await ask({ title: `Uninstall ${this.app.name ?? this.appId}?`, text, does: data === 'keep' ? 'Uninstall' : 'Uninstall and delete its data' })) === null) return;
    if (await this.#does(() => api.uninstallApp(this.appId, data), `${this.appId} is gone`)) router.go('apps');
  }

  async #connect(provider) {
    try {
      const { authorizeUrl } = await api.connectApp(this.appId, provider);
      window.open(authorizeUrl, '_blank', 'noopener');
      say('Agree in the window that was opened');
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  render() {
    const back = html`<a class="back narrow-only" href=${href('apps')}>All apps</a>`;
    if (this.problem && !this.app) return html`<div class="subject">${back}<p class="empty" role="alert">${this.problem}</p></div>`;
    if (!this.app) return html`<p class="empty">Reading…</p>`;
    const { app } = this;
    const tabs = [['about', 'About'], ...(app.hasPages ? [['pages', 'Pages']] : []), ['settings', 'Settings'], ['log', 'Log']];
    const tab = tabs.find(([name]) => name === router.current.params.tab)?.[0] ?? 'about';
    return html`
      <div class="subject agent-page">
        <header class="agent-head">
          ${back}
          <h2><bdi>${plain(app.name ?? app.id)}</bdi> ${stateOf(app)}</h2>
          <nav class="tabs" aria-label="About ${plain(app.name ?? app.id)}">
            ${tabs.map(([name, label]) => html`<a href=${href('apps', app.id, { tab: name === 'about' ? undefined : name })} aria-current=${name === tab}>${label}</a>`)}
          </nav>
        </header>
        ${this.#body(tab)}
      </div>
    `;
  }

  #body(tab) {
    switch (tab) {
      case 'pages':
        return html`<parley-app-frame .appId=${this.appId} .name=${this.app.name}></parley-app-frame>`;
      case 'settings':
        return html`<div class="tab-body"><parley-app-settings .appId=${this.appId}></parley-app-settings></div>`;
      case 'log':
        return html`<parley-agent-log .appId=${this.appId}></parley-agent-log>`;
      default:
        return html`<div class="tab-body">${this.#about()}</div>`;
    }
  }

  #about() {
    const { app } = this;
    return html`
      ${app.problem ? html`<p class="notice" role="alert"><bdi>${plain(app.problem)}</bdi></p>` : nothing}
      ${app.pending ? this.#pending(app.pending) : nothing}
      ${app.description ? html`<p><bdi>${plain(app.description)}</bdi></p>` : nothing}
      <dl class="facts">
        <dt>id</dt><dd><code>${plain(app.id)}</code></dd>
        <dt>version</dt><dd><bdi>${plain(app.version ?? '–')}</bdi></dd>
        <dt>provides</dt><dd>${(app.provides ?? []).map((each) => html`<code>${plain(each)}</code> `)}</dd>
        <dt>${app.state}</dt><dd>since ${moment(app.since)}${app.restarts ? `, started again ${app.restarts} times within the hour` : ''}</dd>
      </dl>
      ${app.warnings.length ? html`<h3>Left out</h3><ul>${app.warnings.map((each) => html`<li><bdi>${plain(each)}</bdi></li>`)}</ul>` : nothing}
      <h3>It may</h3>
      ${permissionList(app.permissions)}
      ${app.logins.length ? html`<h3>Your accounts</h3>${app.logins.map((each) => this.#login(each))}` : nothing}
      ${this.#actions()}
    `;
  }

  #pending({ version, newPermissions }) {
    return html`
      <section class="card" aria-label="An update that waits">
        <h3>Version <bdi>${plain(version)}</bdi> waits for you</h3>
        <p>The version that runs goes on until you agree. The new one also wants to:</p>
        ${permissionList(newPermissions)}
        <p class="actions"><button class="primary" ?disabled=${this.busy} @click=${() => this.#approve()}>Let it in</button></p>
      </section>
    `;
  }

  #login({ provider, scopes, configured, connected, expiresAt }) {
    return html`
      <p class="login-row">
        <strong><bdi>${plain(provider)}</bdi></strong>
        <span class="faint"><bdi>${plain(scopes.join(', '))}</bdi></span>
        ${connected
          ? html`<span>connected, renewed before ${moment(expiresAt)}</span> <button ?disabled=${this.busy} @click=${() => this.#does(() => api.disconnectApp(this.appId, provider), 'Disconnected')}>Disconnect</button>`
          : configured
            ? html`<button @click=${() => this.#connect(provider)}>Connect</button>`
            : html`<span>the hub is not set up for this provider: <code>apps.oauth.${plain(provider)}.clientId</code></span>`}
      </p>
    `;
  }

  #actions() {
    const { app, busy } = this;
    const runs = app.state === 'running' || app.state === 'starting';
    const act = (label, action, done) => html`<button ?disabled=${busy} @click=${() => this.#does(() => api.actOnApp(this.appId, action), done)}>${label}</button>`;
    return html`
      <p class="actions">
        ${app.state === 'quarantined' ? nothing : runs ? html`${act('Stop', 'stop', 'Stopped')}${act('Restart', 'restart', 'Started anew')}` : act('Launch', 'launch', 'Launched')}
        ${app.state === 'quarantined' ? nothing : act('Look for an update', 'update', '')}
        <button class="danger" ?disabled=${busy} @click=${() => this.#uninstall('keep')}>Uninstall</button>
        <button class="danger" ?disabled=${busy} @click=${() => this.#uninstall('delete')}>Uninstall with its data</button>
      </p>
    `;
  }
}

customElements.define('parley-app-page', AppPage);
