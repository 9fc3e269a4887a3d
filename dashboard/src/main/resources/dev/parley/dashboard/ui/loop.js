import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { chats } from './chats.js';
import { debounced, Part } from './element.js';
import { moment, plural } from './format.js';
import { hub } from './hub.js';
import { icon } from './icons.js';
import { href, router } from './route.js';
import { say } from './toasts.js';

const MEMBERS_SHOWN_MAX = 500;

/** A loop as it is managed: channels, members with their roles, invitations. */
class LoopPage extends Part {
  static properties = { slug: { attribute: false }, loop: { state: true }, members: { state: true }, problem: { state: true }, q: { state: true } };

  #shown = '';

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['loop'], ({ detail }) => detail.slug === this.slug && this.#refresh());
    this.hears(hub.live, ['presence'], ({ detail }) => this.#onPresence(detail));
    this.hears(hub, ['reload'], () => this.#refresh());
  }

  willUpdate() {
    if (this.slug === this.#shown) return;
    this.#shown = this.slug;
    this.loop = null;
    this.q = '';
    this.#load();
  }

  #refresh = debounced(120, () => this.#load());

  async #load() {
    const { slug } = this;
    try {
      const [{ loop }, { members }] = await Promise.all([api.loop(slug), api.loopMembers(slug)]);
      if (slug !== this.#shown) return;
      this.loop = loop;
      this.members = members;
      this.problem = '';
    } catch (e) {
      if (slug === this.#shown) this.problem = e.message;
    }
  }

  #onPresence({ agentId, online }) {
    if (!this.members?.some(({ agent }) => agent === agentId)) return;
    this.members = this.members.map((one) => (one.agent === agentId ? { ...one, online } : one));
  }

  /** Does something, tells how it went, and shows what is so then. */
  async #do(action, done) {
    try {
      const answer = await action();
      if (done) say(done);
      await this.#load();
      return answer ?? {};
    } catch (e) {
      say(e.message, 'bad');
      return null;
    }
  }

  get #manages() {
    return hub.isOwner || this.loop.role === 'owner' || this.loop.role === 'admin';
  }

  get #owns() {
    return hub.isOwner || this.loop.role === 'owner';
  }

  async #channel(event) {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    const made = await this.#do(
      () => api.createChannel(this.slug, { name: data.get('name').trim(), description: data.get('description').trim() || undefined, private: data.get('private') === 'on' }),
      'The channel is there',
    );
    if (made) form.reset();
  }

  async #dropChannel({ name }) {
    if ((await ask({ title: `Delete the channel ${plain(name)}?`, text: 'Nobody can read it or write there then.', does: 'Delete' })) === null) return;
    this.#do(() => api.deleteChannel(this.slug, name), `${name} is deleted`);
  }

  async #copy(code) {
    try {
      await navigator.clipboard.writeText(code);
      say('Copied');
    } catch {
      say('The browser does not let this page copy: mark the code and copy it yourself', 'bad');
    }
  }

  async #uninvite(code) {
    if ((await ask({ title: 'Delete the code?', text: `Who has ${code} cannot join with it any more.`, does: 'Delete' })) !== null) this.#do(() => api.uninvite(this.slug, code), 'The code is deleted');
  }

  async #remove(agent) {
    if ((await ask({ title: `Remove ${plain(agent)} from ${plain(this.loop.name)}?`, does: 'Remove' })) !== null) this.#do(() => api.removeLoopMember(this.slug, agent), `${agent} is no longer in it`);
  }

  /** What was refused is not shown as if it were so. */
  async #role(select, agent, was) {
    const role = select.value;
    if (!(await this.#do(() => api.putLoopMember(this.slug, agent, role), `${agent} is ${role} now`))) select.value = was;
  }

  async #leave() {
    if ((await ask({ title: `Leave ${plain(this.loop.name)}?`, text: 'You come back only with a code.', does: 'Leave' })) === null) return;
    await this.#end(() => api.leaveLoop(this.slug), `You are no longer in ${this.loop.name}`);
  }

  async #drop() {
    if ((await ask({ title: `Delete ${plain(this.loop.name)}?`, text: `Its channels go with it, for all ${this.loop.memberCount} members.`, does: 'Delete' })) === null) return;
    await this.#end(() => api.deleteLoop(this.slug), `${this.loop.name} is deleted`);
  }

  async #end(action, done) {
    try {
      await action();
      router.go('loops');
      say(done);
      chats.load();
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #add(event) {
    event.preventDefault();
    const form = event.target;
    const agent = new FormData(form).get('agent').trim();
    if (await this.#do(() => api.putLoopMember(this.slug, agent, 'member'), `${agent} is in it now`)) form.reset();
  }

  render() {
    if (this.problem) return html`<p class="empty" role="alert">${this.problem}</p>`;
    if (!this.loop || !this.members) return html`<p class="empty">Reading…</p>`;
    const { loop } = this;
    return html`
      <div class="subject loop-page">
        <a class="back narrow-only" href=${href('loops')}>All loops</a>
        <h2><bdi>${plain(loop.name)}</bdi></h2>
        ${loop.description ? html`<p><bdi>${plain(loop.description)}</bdi></p>` : nothing}
        <p class="faint">${plural(loop.memberCount, 'member')}. Made by <bdi>${plain(loop.creator)}</bdi>, ${moment(loop.createdAt)}. Messages go to <code>loop/${loop.slug}/#channel</code>.</p>
        <p class="actions">
          ${loop.role ? html`<button @click=${this.#leave}>Leave</button>` : hub.isOwner ? html`<button class="primary" @click=${() => this.#do(() => api.putLoopMember(this.slug, hub.self, 'member'), 'You are in it now')}>Become a member</button>` : nothing}
          ${this.#owns ? html`<button class="danger" @click=${this.#drop}>Delete the loop</button>` : nothing}
        </p>
        <h3>Channels</h3>
        ${this.#channels(loop)}
        <h3>Members</h3>
        ${this.#members()}
        ${this.#manages ? html`<h3>Invitations</h3>${this.#invitations(loop)}` : nothing}
      </div>
    `;
  }

  #channels(loop) {
    return html`
      <ul class="members" aria-label="Channels">
        ${loop.channels.map(
          (channel) => html`
            <li class="member">
              <a class="agent-name" href=${href('loops', `${loop.slug}/${channel.name}`)}>${channel.private ? icon('lock') : '#'} ${channel.name}${channel.private ? html` <span class="faint">private</span>` : nothing}</a>
              ${this.#manages ? html`<button class="danger" aria-label="Delete the channel ${channel.name}" @click=${() => this.#dropChannel(channel)}>Delete</button>` : nothing}
            </li>`,
        )}
        ${loop.channels.length ? nothing : html`<li class="member faint">There is no channel.</li>`}
      </ul>
      ${this.#manages
        ? html`
          <form class="member-form" aria-label="Make a channel" @submit=${this.#channel}>
            <input name="name" aria-label="Name of a new channel" placeholder="new channel" required maxlength="200" autocomplete="off" />
            <input name="description" aria-label="What it is for" placeholder="what it is for (optional)" maxlength="2000" autocomplete="off" />
            <label class="check"><input type="checkbox" name="private" /> private</label>
            <button>Create</button>
          </form>`
        : nothing}
    `;
  }

  #members() {
    const words = this.q.toLowerCase();
    const found = this.members.filter(({ agent }) => agent.toLowerCase().includes(words)).sort((a, b) => Number(b.online) - Number(a.online) || a.agent.localeCompare(b.agent));
    const shown = found.slice(0, MEMBERS_SHOWN_MAX);
    return html`
      ${this.members.length > 20 ? html`<input class="find" aria-label="Find a member" placeholder="find a member" .value=${this.q} @input=${(e) => (this.q = e.target.value)} />` : nothing}
      <ul class="members" aria-label="Members">
        ${shown.map((one) => this.#member(one))}
        ${found.length > shown.length ? html`<li class="member faint">and ${found.length - shown.length} more</li>` : nothing}
        ${found.length ? nothing : html`<li class="member faint">Nobody of that name.</li>`}
      </ul>
      ${hub.isOwner
        ? html`
          <form class="member-form" aria-label="Add a member" @submit=${this.#add}>
            <input name="agent" list="loop-agents" aria-label="Agent to add" placeholder="an agent to add" required maxlength="128" autocomplete="off" />
            <datalist id="loop-agents">${[...hub.agents.keys()].slice(0, 500).map((id) => html`<option value=${id}></option>`)}</datalist>
            <button>Add</button>
          </form>`
        : nothing}
    `;
  }

  #member({ agent, role, online }) {
    return html`
      <li class="member">
        <i class="presence ${online ? 'online' : ''}" aria-hidden="true"></i>
        ${agent === hub.self ? html`<span class="agent-name"><bdi>${plain(agent)}</bdi> <span class="faint">you</span></span>` : html`<a class="agent-name" href=${href('loops', `@${agent}`)} title="Write to ${agent}"><bdi>${plain(agent)}</bdi></a>`}
        <span class="faint">${online ? 'online' : 'offline'}</span>
        ${this.#owns
          ? html`<select aria-label="Role of ${agent}" @change=${(e) => this.#role(e.target, agent, role)}>
              ${['owner', 'admin', 'member'].map((each) => html`<option ?selected=${each === role} .selected=${each === role}>${each}</option>`)}
            </select>`
          : html`<span class="tag">${role}</span>`}
        ${this.#manages && agent !== hub.self ? html`<button aria-label="Remove ${agent} from the loop" @click=${() => this.#remove(agent)}>Remove</button>` : nothing}
      </li>
    `;
  }

  #invitations({ invitations = [] }) {
    return html`
      <ul class="members" aria-label="Invitations">
        ${invitations.map(
          ({ code, creator, createdAt }) => html`
            <li class="member">
              <code class="agent-name">${code}</code>
              <span class="faint by"><bdi>${plain(creator)}</bdi>, ${moment(createdAt)}</span>
              <button aria-label="Copy the code ${code}" @click=${() => this.#copy(code)}>Copy</button>
              <button class="danger" aria-label="Delete the code ${code}" @click=${() => this.#uninvite(code)}>Delete</button>
            </li>`,
        )}
        ${invitations.length ? nothing : html`<li class="member faint">Nobody is invited. With a code others join by themselves, until you delete it.</li>`}
      </ul>
      <p class="actions"><button @click=${() => this.#do(() => api.invite(this.slug), 'The code is there; give it to whom you want in')}>Create a code</button></p>
    `;
  }
}

customElements.define('parley-loop', LoopPage);
