import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { moment, plural } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';
import './virtual-list.js';

const ROW_HEIGHT = 60;
const MEMBERS_SHOWN_MAX = 500;
const NAME = '[A-Za-z0-9._@:+\\-]+';

/** Named sets of agents: a list, and beside it the one that is chosen, with its members. */
class Groups extends Part {
  #listed = { key: '', shown: [] };

  /** By name. The same list as before while the names are the same, so that nothing scrolls. */
  #shown() {
    const { q = '' } = router.current.params;
    const key = `${q}\n${[...hub.groups.keys()].join('\n')}`;
    if (this.#listed.key === key) return this.#listed.shown;
    const words = q.toLowerCase();
    const shown = [...hub.groups.keys()]
      .filter((name) => name.toLowerCase().includes(words))
      .sort((a, b) => a.localeCompare(b))
      .map((name) => ({ id: name }));
    this.#listed = { key, shown };
    return shown;
  }

  async #put(name, members, done) {
    try {
      const { group } = await api.putGroup(name, members);
      hub.groups.set(group.name, group);
      hub.changed();
      say(done);
      return true;
    } catch (e) {
      say(e.message, 'bad');
      return false;
    }
  }

  async #make(event) {
    event.preventDefault();
    const form = event.target;
    const name = new FormData(form).get('name').trim();
    if (hub.groups.has(name)) {
      router.go('groups', name);
      return say(`There is a group ${name} already`, 'bad');
    }
    if (!(await this.#put(name, [], `${name} is there; now add members`))) return;
    form.reset();
    router.go('groups', name);
  }

  async #add(event, { name, members }) {
    event.preventDefault();
    const form = event.target;
    const added = new FormData(form).get('member').split(',').map((id) => id.trim()).filter((id) => id && !members.includes(id));
    if (!added.length) return say('They are members already', 'bad');
    if (await this.#put(name, [...members, ...added], `${added.join(', ')} ${added.length === 1 ? 'is' : 'are'} in ${name} now`)) form.reset();
  }

  async #leave(id, { name, members }) {
    await this.#put(name, members.filter((member) => member !== id), `${id} is no longer in ${name}`);
    this.querySelector('.member-form input')?.focus();
  }

  async #rename(event, was) {
    event.preventDefault();
    const name = new FormData(event.target).get('name').trim();
    if (name === was) return;
    try {
      const { group } = await api.renameGroup(was, name);
      hub.groups.delete(was);
      hub.groups.set(group.name, group);
      router.go('groups', group.name);
      say(`${was} is called ${group.name} now`);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #remove(name) {
    if ((await ask({ title: `Delete the group ${plain(name)}?`, text: 'Its members stay; what is sent to the group then reaches nobody.', does: 'Delete' })) === null) return;
    try {
      await api.removeGroup(name);
      hub.groups.delete(name);
      router.go('groups');
      say(`${name} is deleted`);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  render() {
    const { subject, params } = router.current;
    const items = this.#shown();
    return html`
      <div class="split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Groups">
          <form class="filters" role="search" aria-label="Find a group" @submit=${(e) => e.preventDefault()}>
            <input aria-label="Find a group" placeholder="find a group" .value=${params.q ?? ''}
              @input=${(e) => router.with({ q: e.target.value || undefined }, { replace: true })} />
            <span class="faint grow-end">${plural(hub.groups.size, 'group')}</span>
          </form>
          ${items.length
            ? html`<parley-virtual-list label="Groups" data-walks="subject" .items=${items} .rowHeight=${ROW_HEIGHT} .row=${({ id }) => this.#row(hub.groups.get(id), subject)}></parley-virtual-list>`
            : html`<p class="empty">${hub.groups.size ? 'No group of that name.' : 'No groups yet. A message to a group reaches all its members.'}</p>`}
          ${hub.isOwner ? this.#form() : nothing}
        </section>
        <section class="pane subject-pane" aria-label="The chosen group">${this.#chosen(subject)}</section>
      </div>
    `;
  }

  #form() {
    return html`
      <form class="add" aria-label="Create a group" @submit=${this.#make}>
        <input name="name" aria-label="Name of a new group" placeholder="name, such as reviewers" required maxlength="128" pattern=${NAME} autocomplete="off" />
        <button>Create</button>
      </form>
    `;
  }

  #row(group, subject) {
    if (!group) return nothing;
    const online = group.members.filter((id) => hub.agents.get(id)?.presence?.online).length;
    return html`
      <a class="agent-row" href=${href('groups', group.name, { q: router.current.params.q })} aria-current=${group.name === subject ? 'true' : 'false'}>
        <i class="presence ${online ? 'online' : ''}" aria-hidden="true"></i>
        <span class="agent-name"><strong>${group.name}</strong></span>
        <span class="faint">${plural(group.members.length, 'member')}${online ? `, ${online} online` : ''}</span>
      </a>
    `;
  }

  #chosen(name) {
    if (!name) return html`<p class="empty">Choose a group to see who is in it.</p>`;
    const group = hub.groups.get(name);
    if (!group) {
      return html`<div class="empty"><h2>${name}</h2><p>There is no group of this name here. It may have been deleted or renamed.</p>
        <p><a href=${href('groups')}>All groups</a></p></div>`;
    }
    return html`
      <div class="subject">
        <a class="back narrow-only" href=${href('groups')}>All groups</a>
        <h2>${group.name}</h2>
        <p class="faint">A message to <code>group/${group.name}</code> reaches all members but the one who sends it. Since ${moment(group.createdAt)}.</p>
        <p class="actions">
          <button class="primary" ?disabled=${!group.members.length} @click=${() => router.with({ compose: 'new', composeTo: `group/${group.name}` })}>Write to all</button>
          <a class="button" href=${href('flow', '', { to: `group/${group.name}` })}>What was said</a>
        </p>
        <h3>${plural(group.members.length, 'member')}</h3>
        ${this.#members(group)}
        ${hub.isOwner ? this.#owners(group) : nothing}
      </div>
    `;
  }

  #members(group) {
    if (!group.members.length) return html`<p class="faint">Nobody is in it yet.</p>`;
    const shown = group.members.slice(0, MEMBERS_SHOWN_MAX);
    const hidden = group.members.length - shown.length;
    return html`
      <ul class="members" aria-label="Members">
        ${shown.map((id) => this.#member(id, group))}
        ${hidden ? html`<li class="faint">and ${hidden} more</li>` : nothing}
      </ul>
    `;
  }

  /** An agent is told who the others are, but not who of them is there. */
  #member(id, group) {
    const presence = hub.agents.get(id)?.presence;
    return html`
      <li class="member">
        <i class="presence ${presence?.online ? 'online' : ''}" aria-hidden="true"></i>
        <a class="agent-name" href=${href('agents', id)}>${id}</a>
        ${presence ? html`<span class="faint">${presence.online ? 'online' : 'offline'}</span>` : nothing}
        ${hub.isOwner ? html`<button aria-label="Remove ${id} from ${group.name}" @click=${() => this.#leave(id, group)}>Remove</button>` : nothing}
      </li>
    `;
  }

  #owners(group) {
    const others = [...hub.agents.keys()].filter((id) => !group.members.includes(id)).slice(0, 500);
    return html`
      <form class="member-form" aria-label="Add members" @submit=${(e) => this.#add(e, group)}>
        <input name="member" list="group-agents" aria-label="Agent to add" placeholder="an agent, several with commas" required maxlength="2048" autocomplete="off" />
        <datalist id="group-agents">${others.map((id) => html`<option value=${id}></option>`)}</datalist>
        <button>Add</button>
      </form>
      <h3>Name</h3>
      <form class="member-form" aria-label="Rename the group" @submit=${(e) => this.#rename(e, group.name)}>
        <input name="name" aria-label="Another name" .value=${group.name} required maxlength="128" pattern=${NAME} autocomplete="off" />
        <button>Rename</button>
        <button type="button" class="danger" @click=${() => this.#remove(group.name)}>Delete</button>
      </form>
    `;
  }
}

customElements.define('parley-groups', Groups);
