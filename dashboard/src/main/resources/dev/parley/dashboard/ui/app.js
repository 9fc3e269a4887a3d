import { html, nothing } from 'lit';
import { chats } from './chats.js';
import { Part } from './element.js';
import { hub } from './hub.js';
import { icon } from './icons.js';
import { keyboard } from './keyboard.js';
import { announce } from './notifications.js';
import { href, router } from './route.js';
import { settings } from './settings.js';
import { waiting } from './waiting.js';
import './access.js';
import './account.js';
import './agents.js';
import './approvals.js';
import './apps.js';
import './ask.js';
import './audit.js';
import './compose.js';
import './connections.js';
import './dead-letters.js';
import './flow.js';
import './groups.js';
import './help.js';
import './inbox.js';
import './login.js';
import './loops.js';
import './message-detail.js';
import './schedules.js';
import './search.js';
import './settings-view.js';
import './tasks.js';
import './thread.js';
import './toasts.js';
import './usage.js';

const TITLES = {
  flow: 'Flow',
  loops: 'Loops',
  agents: 'Agents',
  tasks: 'Tasks',
  approvals: 'Approvals',
  schedules: 'Schedules',
  apps: 'Apps',
  groups: 'Groups',
  access: 'Access',
  connections: 'Connections',
  inbox: 'Inbox',
  thread: 'Thread',
  search: 'Search',
  'dead-letters': 'Dead letters',
  usage: 'Usage',
  audit: 'Audit',
  account: 'Account',
  settings: 'Settings',
};

const NAVIGATION = [
  'flow',
  'loops',
  'agents',
  'tasks',
  'approvals',
  'schedules',
  'apps',
  'groups',
  'access',
  'connections',
  'inbox',
  'search',
  'dead-letters',
  'usage',
  'audit',
  'account',
  'settings',
];

/** Of which is told how many wait, not how many are unread. */
const WAITING = new Set(['dead-letters', 'approvals']);

const CONNECTION = {
  off: 'Not connected',
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Connection lost, trying again…',
};

class App extends Part {
  connectedCallback() {
    // What the server sent stood in for the page until now.
    this.replaceChildren();
    super.connectedCallback();
    keyboard.attach(this);
    this.hears(hub.live, ['message'], ({ detail }) => announce(detail));
  }

  get #views() {
    const owners = new Set(['apps', 'access', 'connections', 'dead-letters', 'audit']);
    return NAVIGATION.filter((view) => hub.isOwner || !owners.has(view));
  }

  #unread() {
    return hub.agents.get(hub.self)?.unread ?? 0;
  }

  render() {
    if (hub.session === 'unknown') return html`<p class="booting">Parley</p>`;
    if (hub.session === 'out') return html`<parley-login></parley-login>`;
    const { view, params } = router.current;
    const unread = this.#unread();
    document.title = `${unread ? `(${unread}) ` : ''}${TITLES[view]} · Parley`;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>
      <div class="shell ${params.m ? 'has-detail' : ''}">
        <nav class="nav" aria-label="Views">
          <a class="brand" href=${href('flow')}><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" /><circle cx="10" cy="16" r="3.5" /><circle cx="22" cy="10" r="3.5" /><circle cx="22" cy="22" r="3.5" /><path d="M10 16 22 10M10 16l12 6" /></svg><span>Parley</span></a>
          <ul>
            ${this.#views.map((name) => this.#link(name, view, unread))}
          </ul>
          <p class="nav-foot">
            <span>${hub.isOwner ? 'Owner' : hub.self}</span>
            ${hub.version ? html`<span class="faint">${hub.version}</span>` : nothing}
          </p>
        </nav>
        <div class="page">
          <header class="top">
            <h1>${TITLES[view]}</h1>
            <span class="connection connection-${hub.live.state}" role="status"><i aria-hidden="true"></i><span>${CONNECTION[hub.live.state]}</span></span>
            <span class="grow"></span>
            <button class="icon-button wide-only" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)" @click=${() => this.querySelector('parley-help').open()}>${icon('help')}</button>
            <button class="primary" title="New message (c)" @click=${() => router.with({ compose: 'new' })}>${icon('compose')}<span>Compose</span></button>
          </header>
          ${hub.problem ? html`<p class="banner" role="alert">${hub.problem} <button @click=${() => hub.load()}>Try again</button></p>` : nothing}
          <main id="main" tabindex="-1" class="view view-${view}">${this.#view(view)}</main>
        </div>
        ${params.m ? html`<aside class="drawer" aria-label="Selected message"><parley-message-detail .messageId=${params.m}></parley-message-detail></aside>` : nothing}
      </div>
      ${params.compose ? html`<parley-compose></parley-compose>` : nothing}
      <parley-help></parley-help>
      <parley-ask></parley-ask>
      <parley-toasts></parley-toasts>
    `;
  }

  #link(name, view, unread) {
    const number = { inbox: unread, loops: chats.unread, approvals: waiting.count, 'dead-letters': hub.stats.deadLetters ?? 0 }[name] ?? 0;
    const isHere = view === name || (view === 'thread' && name === 'inbox');
    return html`
      <li>
        <a href=${href(name)} aria-current=${isHere ? 'page' : 'false'}>
          ${icon(name)}<span class="nav-label">${TITLES[name]}</span>
          ${number ? html`<span class="badge">${number > 999 ? '999+' : number}<span class="visually-hidden"> ${WAITING.has(name) ? 'waiting' : 'unread'}</span></span>` : nothing}
        </a>
      </li>
    `;
  }

  #view(view) {
    switch (view) {
      case 'loops':
        return html`<parley-loops></parley-loops>`;
      case 'account':
        return html`<parley-account></parley-account>`;
      case 'agents':
        return html`<parley-agents></parley-agents>`;
      case 'tasks':
        return html`<parley-tasks></parley-tasks>`;
      case 'approvals':
        return html`<parley-approvals></parley-approvals>`;
      case 'schedules':
        return html`<parley-schedules></parley-schedules>`;
      case 'apps':
        return hub.isOwner ? html`<parley-apps></parley-apps>` : html`<p class="empty">Only the owner may see the apps.</p>`;
      case 'groups':
        return html`<parley-groups></parley-groups>`;
      case 'access':
        return hub.isOwner ? html`<parley-access></parley-access>` : html`<p class="empty">Only the owner may see the access rules.</p>`;
      case 'connections':
        return hub.isOwner ? html`<parley-connections></parley-connections>` : html`<p class="empty">Only the owner may connect this hub to others.</p>`;
      case 'inbox':
        return html`<parley-inbox></parley-inbox>`;
      case 'thread':
        return html`<parley-thread></parley-thread>`;
      case 'search':
        return html`<parley-search></parley-search>`;
      case 'dead-letters':
        return html`<parley-dead-letters></parley-dead-letters>`;
      case 'usage':
        return html`<parley-usage></parley-usage>`;
      case 'audit':
        return hub.isOwner ? html`<parley-audit></parley-audit>` : html`<p class="empty">Only the owner may see who did what.</p>`;
      case 'settings':
        return html`<parley-settings></parley-settings>`;
      default:
        return html`<parley-flow></parley-flow>`;
    }
  }

  #skip(event) {
    event.preventDefault();
    document.getElementById('main').focus();
  }

  updated() {
    this.classList.toggle('compact', settings.get('density') === 'compact');
  }
}

customElements.define('parley-app', App);
