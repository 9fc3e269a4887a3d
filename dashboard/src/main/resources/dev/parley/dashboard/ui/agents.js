import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { ago, moment, plural } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';
import './listeners.js';
import './turns.js';
import './virtual-list.js';

const ROW_HEIGHT = 60;

/** Who is here: a list, and beside it the one that is chosen. */
class Agents extends Part {
  static properties = { token: { state: true } };

  #listed = { agents: null, key: '', shown: [] };

  /** Who is connected comes first, then by name. */
  #shown() {
    const { q = '' } = router.current.params;
    const { agents } = hub;
    const version = [...agents.values()].map((agent) => (agent.presence?.online ? 1 : 0)).join('');
    const key = `${q}\n${version}\n${[...agents.keys()].join()}`;
    if (this.#listed.key === key) return this.#listed.shown;
    const words = q.toLowerCase();
    const shown = [...agents.values()]
      .filter(({ agentId, name }) => `${agentId} ${name ?? ''}`.toLowerCase().includes(words))
      .sort((a, b) => Number(b.presence?.online ?? false) - Number(a.presence?.online ?? false) || a.agentId.localeCompare(b.agentId))
      .map(({ agentId }) => ({ id: agentId }));
    this.#listed = { key, shown };
    return shown;
  }

  async #add(event) {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    try {
      const { agent, token } = await api.addAgent({
        agentId: data.get('agentId').trim(),
        name: data.get('name').trim() || undefined,
      });
      hub.agents.set(agent.agentId, agent);
      form.reset();
      this.token = { agentId: agent.agentId, token };
      router.go('agents', agent.agentId);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #renew(agentId) {
    if (!confirm(`Make a new token for ${agentId}? The old one stops working at once.`)) return;
    try {
      this.token = { agentId, token: (await api.newToken(agentId)).token };
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #remove(agentId) {
    if (!confirm(`Delete ${agentId}, with its inbox, sessions, subscriptions and token?`)) return;
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
    const { subject, params } = router.current;
    const items = this.#shown();
    return html`
      <div class="split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Agents">
          <form class="filters" role="search" aria-label="Find an agent" @submit=${(e) => e.preventDefault()}>
            <input aria-label="Find an agent" placeholder="find an agent" .value=${params.q ?? ''}
              @input=${(e) => router.with({ q: e.target.value || undefined }, { replace: true })} />
            <span class="faint grow-end">${plural(hub.agents.size, 'agent')}</span>
          </form>
          ${items.length
            ? html`<parley-virtual-list label="Agents" data-walks="subject" .items=${items} .rowHeight=${ROW_HEIGHT} .row=${({ id }) => this.#row(hub.agents.get(id), subject)}></parley-virtual-list>`
            : html`<p class="empty">${hub.agents.size ? 'Nobody of that name.' : html`No agents yet: run <code>parley agents add researcher</code>`}</p>`}
          ${hub.isOwner ? this.#form() : nothing}
        </section>
        <section class="pane subject-pane" aria-label="The chosen agent">${this.#chosen(subject)}</section>
      </div>
    `;
  }

  #form() {
    return html`
      <form class="add" aria-label="Add an agent" @submit=${this.#add}>
        <input name="agentId" aria-label="Id of a new agent" placeholder="id, such as researcher" required maxlength="128" pattern="[A-Za-z0-9._@:+\\-]+" />
        <input name="name" aria-label="Its name" placeholder="name (optional)" maxlength="200" />
        <button>Add</button>
      </form>
    `;
  }

  #row(agent, subject) {
    if (!agent) return nothing;
    const isOnline = agent.presence?.online;
    return html`
      <a class="agent-row" href=${href('agents', agent.agentId, { q: router.current.params.q })} aria-current=${agent.agentId === subject ? 'true' : 'false'}>
        <i class="presence ${isOnline ? 'online' : ''}" aria-hidden="true"></i>
        <span class="agent-name"><strong>${agent.agentId}</strong>${agent.name && agent.name !== agent.agentId ? html` <span class="faint">${agent.name}</span>` : nothing}</span>
        <span class="faint">${isOnline ? 'online' : ago(agent.presence?.lastSeenAt)}</span>
        ${agent.unread ? html`<span class="badge">${agent.unread}<span class="visually-hidden"> unread</span></span>` : nothing}
      </a>
    `;
  }

  #chosen(id) {
    if (!id) return html`<p class="empty">Choose an agent to see what it subscribes to and what waits for it.</p>`;
    const agent = hub.agents.get(id);
    if (!agent) {
      return html`<div class="empty"><h2>${id}</h2><p>There is no agent of this name here. It may have sent messages before it was deleted, or from outside.</p>
        <p><a href=${href('flow', '', { from: id })}>What it said</a></p></div>`;
    }
    const { presence = {}, subscriptions = [] } = agent;
    // An agent sees all of itself, and only the card of others.
    const isWhole = hub.isOwner || id === hub.self;
    return html`
      <div class="subject">
        <a class="back narrow-only" href=${href('agents')}>All agents</a>
        <h2>${agent.agentId}</h2>
        ${agent.description ? html`<p>${agent.description}</p>` : nothing}
        ${this.token?.agentId === id
          ? html`<div class="token" role="status"><p>Its token, shown once. Copy it now:</p><code>${this.token.token}</code></div>`
          : nothing}
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
        ${hub.isOwner ? html`<parley-listeners .agentId=${id}></parley-listeners>` : nothing}
        <p class="actions">
          ${isWhole ? html`<a class="button" href=${href('inbox', id)}>Inbox</a>` : nothing}
          <a class="button" href=${href('flow', '', { from: id })}>What it said</a>
          ${id === hub.self ? nothing : html`<button @click=${() => router.with({ compose: 'new', composeTo: id })}>Write to it</button>`}
          ${hub.isOwner && id !== 'developer'
            ? html`<button @click=${() => this.#renew(id)}>New token</button><button class="danger" @click=${() => this.#remove(id)}>Delete</button>`
            : nothing}
        </p>
      </div>
    `;
  }
}

customElements.define('parley-agents', Agents);
