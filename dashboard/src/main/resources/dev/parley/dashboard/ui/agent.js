import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { ago, moment, plural } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';
import { waiting } from './waiting.js';
import './agent-cost.js';
import './agent-log.js';
import './agent-wake.js';
import './listeners.js';
import './memories.js';
import './schedules.js';
import './task-list.js';
import './turns.js';

const TABS = { now: 'Now', tasks: 'Tasks', schedules: 'Schedules', memory: 'Memory', cost: 'Cost', log: 'Log' };
/** What programs write is for the owner of the hub. */
const tabs = () => Object.entries(TABS).filter(([name]) => hub.isOwner || name !== 'log');

/** One agent: who it is, and, for those whose it is, what it does, knows and costs. */
class OneAgent extends Part {
  static properties = { agentId: {}, token: { state: true } };

  /** The token of one that was just added, shown once. */
  showToken(agentId, token) {
    this.token = { agentId, token };
  }

  disconnectedCallback() {
    this.token = null;
    super.disconnectedCallback();
  }

  /** On a phone not all tabs fit. */
  updated() {
    const { tab } = router.current.params;
    if (tab === this.#tab) return;
    this.#tab = tab;
    this.querySelector('.tabs [aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #tab;

  async #renew() {
    const { agentId } = this;
    if ((await ask({ title: `A new token for ${plain(agentId)}?`, text: 'The old one stops working at once.', does: 'New token' })) === null) return;
    try {
      this.showToken(agentId, (await api.newToken(agentId)).token);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #remove() {
    const { agentId } = this;
    if ((await ask({ title: `Delete ${plain(agentId)}?`, text: 'Its inbox, sessions, subscriptions, schedules, memories and token go with it.', does: 'Delete' })) === null) return;
    try {
      await api.removeAgent(agentId);
      hub.agents.delete(agentId);
      router.go('agents');
      say(`${agentId} is deleted`);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  render() {
    const id = this.agentId;
    const agent = hub.agents.get(id);
    if (!agent) {
      return html`<div class="empty"><h2><bdi>${plain(id)}</bdi></h2><p>There is no agent of this name here. It may have sent messages before it was deleted, or from outside.</p>
        <p><a href=${href('flow', '', { from: id })}>Sent</a></p></div>`;
    }
    // Of an agent that is not one's own the hub tells only its card.
    const isWhole = hub.isOwner || agent.unread !== undefined;
    const tab = (isWhole && tabs().find(([name]) => name === router.current.params.tab)?.[0]) || 'now';
    return html`
      <div class="subject agent-page">
        <header class="agent-head">
          <a class="back narrow-only" href=${href('agents')}>All agents</a>
          <h2>${agent.agentId}</h2>
          ${isWhole
            ? html`<nav class="tabs" aria-label="About ${agent.agentId}">${tabs().map(([name, label]) => html`<a href=${href('agents', id, { q: router.current.params.q, tab: name === 'now' ? undefined : name })} aria-current=${name === tab}>${label}</a>`)}</nav>`
            : nothing}
        </header>
        ${this.#body(tab, agent, isWhole)}
      </div>
    `;
  }

  #body(tab, agent, isWhole) {
    const id = this.agentId;
    switch (tab) {
      case 'tasks':
        return html`<parley-task-list .agent=${id}></parley-task-list>`;
      case 'schedules':
        return html`<parley-schedule-list .agent=${id}></parley-schedule-list>`;
      case 'memory':
        return html`<parley-memories .agentId=${id}></parley-memories>`;
      case 'cost':
        return html`<div class="tab-body"><parley-agent-cost .agentId=${id}></parley-agent-cost></div>`;
      case 'log':
        return html`<parley-agent-log .agentId=${id}></parley-agent-log>`;
      default:
        return html`<div class="tab-body">${this.#now(agent, isWhole)}</div>`;
    }
  }

  #now(agent, isWhole) {
    const { agentId: id, presence = {}, subscriptions = [] } = agent;
    const asks = waiting.of(id);
    return html`
      ${agent.description ? html`<p><bdi>${plain(agent.description)}</bdi></p>` : nothing}
      ${this.token?.agentId === id
        ? html`<div class="token" role="status"><p>Its token, shown once. Copy it now:</p><code>${this.token.token}</code></div>`
        : nothing}
      ${asks.length ? html`<p class="notice"><a href=${href('approvals', asks[0].id)}>${asks.length === 1 ? 'It waits for an answer' : `It waits for ${asks.length} answers`}</a></p>` : nothing}
      <dl class="facts">
        <dt>name</dt><dd>${agent.name ?? '–'}</dd>
        ${isWhole
          ? html`
            <dt>presence</dt><dd>${presence.online ? `online, ${plural(presence.connections ?? 1, 'connection')}` : `offline, ${presence.lastSeenAt ? `last seen ${ago(presence.lastSeenAt)}` : 'not seen yet'}`}</dd>
            <dt>unread</dt><dd>${agent.unread ?? 0}</dd>
            <dt>since</dt><dd>${moment(agent.createdAt)}</dd>
            <dt>subscribes to</dt>
            <dd>${subscriptions.length ? subscriptions.map((pattern) => html`<code>${pattern}</code> `) : html`<span class="faint">only what is sent to it</span>`}</dd>`
          : html`
            <dt>status</dt><dd>${agent.status ?? '–'}</dd>
            <dt>presence</dt><dd>${presence.online ? 'online' : 'offline'}</dd>`}
      </dl>
      ${isWhole ? html`<parley-turns .agentId=${id}></parley-turns>` : nothing}
      ${isWhole ? html`<parley-agent-wake .agentId=${id}></parley-agent-wake>` : nothing}
      ${hub.isOwner ? html`<parley-listeners .agentId=${id}></parley-listeners>` : nothing}
      <p class="actions">
        ${isWhole ? html`<a class="button" href=${href('inbox', id)}>Inbox</a>` : nothing}
        <a class="button" href=${href('flow', '', { from: id })}>Sent</a>
        ${id === hub.self ? nothing : html`<button @click=${() => router.with({ compose: 'new', composeTo: id })}>Message</button>`}
        ${hub.isOwner && id !== 'developer'
          ? html`<button @click=${this.#renew}>New token</button><button class="danger" @click=${this.#remove}>Delete</button>`
          : nothing}
      </p>
    `;
  }
}

customElements.define('parley-agent', OneAgent);
