import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { ago, plural } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';
import './agent.js';
import './virtual-list.js';

const ROW_HEIGHT = 60;

/** Who is here: a list, and beside it the one that is chosen. */
class Agents extends Part {
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
      router.go('agents', agent.agentId);
      await this.updateComplete;
      this.querySelector('parley-agent').showToken(agent.agentId, token);
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
      <a class="agent-row" href=${href('agents', agent.agentId, { q: router.current.params.q, tab: router.current.params.tab })} aria-current=${agent.agentId === subject ? 'true' : 'false'}>
        <i class="presence ${isOnline ? 'online' : ''}" aria-hidden="true"></i>
        <span class="agent-name"><strong>${agent.agentId}</strong>${agent.name && agent.name !== agent.agentId ? html` <span class="faint">${agent.name}</span>` : nothing}</span>
        <span class="faint">${isOnline ? 'online' : ago(agent.presence?.lastSeenAt)}</span>
        ${agent.unread ? html`<span class="badge">${agent.unread}<span class="visually-hidden"> unread</span></span>` : nothing}
      </a>
    `;
  }

  #chosen(id) {
    return id ? html`<parley-agent .agentId=${id}></parley-agent>` : html`<p class="empty">Choose an agent to see what it does and what waits for it.</p>`;
  }
}

customElements.define('parley-agents', Agents);
