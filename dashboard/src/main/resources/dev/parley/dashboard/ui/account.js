import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { moment, plural } from './format.js';
import { hub } from './hub.js';
import { href } from './route.js';
import { say } from './toasts.js';

const NAME = '[A-Za-z0-9._@:+\\-]+';

/** Who somebody is here, and what is theirs: password, agents, sessions; for the hub's owner all accounts. */
class Account extends Part {
  static properties = {
    person: { state: true },
    accounts: { state: true },
    invitation: { state: true },
    token: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#load());
    this.#load();
  }

  disconnectedCallback() {
    // Secrets are shown once.
    this.token = null;
    this.invitation = null;
    super.disconnectedCallback();
  }

  async #load() {
    if (hub.session !== 'in') return;
    this.problem = '';
    try {
      if (hub.isOwner) this.accounts = (await api.accounts()).owners;
      else this.person = await api.account();
    } catch (e) {
      // An agent that is no person has no account.
      if (e.status === 404) this.person = null;
      else if (e.status !== 401) this.problem = e.message;
    }
  }

  async #password(event) {
    event.preventDefault();
    const form = event.target;
    const said = new FormData(form);
    const [password, newPassword, again] = ['password', 'newPassword', 'again'].map((name) => said.get(name));
    if (newPassword !== again) {
      this.problem = 'The new password is not the same twice.';
      return form.elements.again.focus();
    }
    this.isBusy = true;
    this.problem = '';
    try {
      await api.changePassword({ password, newPassword });
      // The old password opened this page, too, and all of that has ended.
      await api.login({ email: this.person.email, password: newPassword });
      await hub.start();
      say('You have another password now. Everything the old one opened has ended.');
    } catch (e) {
      this.problem = e.status === 401 || e.status === 403 ? 'The present password is wrong.' : e.message;
    }
    // Whatever became of it, the page keeps no password.
    form.reset();
    this.isBusy = false;
  }

  async #everywhere() {
    if ((await ask({ title: 'Log out everywhere?', text: 'Here as well. Programs that use your session have to log in again; tokens of your agents stay good.', does: 'Log out' })) === null) return;
    try {
      await api.endSessions();
    } catch (e) {
      if (e.status !== 401) return say(e.message, 'bad');
    }
    await hub.signOut();
  }

  // ---- agents of one's own

  get #agents() {
    // Of agents that are not one's own the hub tells less.
    return [...hub.agents.values()].filter(({ agentId, unread }) => unread !== undefined && agentId !== hub.self).sort((a, b) => a.agentId.localeCompare(b.agentId));
  }

  async #addAgent(event) {
    event.preventDefault();
    const form = event.target;
    await this.#try(async () => {
      const { agent, token } = await api.addAgent({ agentId: new FormData(form).get('agentId').trim() });
      hub.agents.set(agent.agentId, agent);
      this.token = { agentId: agent.agentId, token };
      form.reset();
      hub.changed();
    });
  }

  async #renew(agentId) {
    if ((await ask({ title: `A new token for ${plain(agentId)}?`, text: 'The old one stops working at once.', does: 'New token' })) === null) return;
    this.#try(async () => (this.token = { agentId, token: (await api.newToken(agentId)).token }));
  }

  async #removeAgent(agentId) {
    if ((await ask({ title: `Delete ${plain(agentId)}?`, text: 'Its inbox, sessions, subscriptions, schedules, memories and token go with it.', does: 'Delete' })) === null) return;
    this.#try(async () => {
      await api.removeAgent(agentId);
      hub.agents.delete(agentId);
      hub.changed();
      say(`${agentId} is deleted`);
    });
  }

  // ---- accounts, for the hub's owner

  #invite() {
    this.#try(async () => (this.invitation = (await api.inviteAccount()).code));
  }

  async #removeAccount({ id, email }) {
    if ((await ask({ title: `Remove the account ${plain(email)}?`, text: 'Its agents and everything in their inboxes go with it.', does: 'Remove' })) === null) return;
    this.#try(async () => {
      await api.removeAccount(id);
      await this.#load();
      say(`${email} is removed`);
    });
  }

  async #try(action) {
    try {
      await action();
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch {
      say('The browser does not let this page copy: mark it and copy it yourself', 'bad');
    }
  }

  render() {
    return html`
      <div class="account">
        ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
        ${hub.isOwner ? this.#owner() : this.person ? this.#personal(this.person) : this.person === null ? this.#agent() : html`<p class="empty">Reading…</p>`}
      </div>
    `;
  }

  #agent() {
    return html`
      <section class="card">
        <h2><bdi>${plain(hub.self)}</bdi></h2>
        <p>You are signed in with the token of this agent, which has no account of its own.</p>
        <p class="actions"><a class="button" href=${href('agents', hub.self)}>The agent</a><button @click=${() => hub.signOut()}>Sign out</button></p>
      </section>
    `;
  }

  #personal(person) {
    return html`
      <section class="card" aria-labelledby="account-who">
        <h2 id="account-who"><bdi>${plain(person.displayName)}</bdi></h2>
        <dl class="facts">
          <dt>email</dt><dd><bdi>${plain(person.email)}</bdi></dd>
          <dt>you speak as</dt><dd><a href=${href('agents', person.agentId)}><bdi>${plain(person.agentId)}</bdi></a></dd>
          <dt>since</dt><dd>${moment(person.createdAt)}</dd>
        </dl>
      </section>
      <section class="card" aria-labelledby="account-agents">
        <h2 id="account-agents">Your agents</h2>
        ${this.token ? html`<div class="token" role="status"><p>The token of ${this.token.agentId}, shown once. Copy it now:</p><code>${this.token.token}</code> <button @click=${() => this.#copy(this.token.token)}>Copy</button></div>` : nothing}
        ${this.#agentList()}
        <form class="member-form" aria-label="Make an agent" @submit=${this.#addAgent}>
          <input name="agentId" aria-label="Id of a new agent" placeholder="id, such as researcher" required maxlength="128" pattern=${NAME} autocomplete="off" />
          <button>Create</button>
        </form>
      </section>
      <section class="card" aria-labelledby="account-password">
        <h2 id="account-password">Password</h2>
        <form class="password-form" @submit=${this.#password}>
          <input type="email" name="username" autocomplete="username" .value=${person.email} hidden />
          <label for="password-now">Present password</label>
          <input id="password-now" name="password" type="password" autocomplete="current-password" required maxlength="256" />
          <label for="password-new">New password</label>
          <input id="password-new" name="newPassword" type="password" autocomplete="new-password" required minlength="10" maxlength="256" aria-describedby="password-help" />
          <p id="password-help" class="faint">At least 10 characters.</p>
          <label for="password-again">New password again</label>
          <input id="password-again" name="again" type="password" autocomplete="new-password" required minlength="10" maxlength="256" />
          <p class="actions"><button class="primary" ?disabled=${this.isBusy}>Change the password</button></p>
        </form>
      </section>
      <section class="card" aria-labelledby="account-sessions">
        <h2 id="account-sessions">Sessions</h2>
        <p>Browsers and programs in which you have logged in.</p>
        <p class="actions"><button @click=${() => hub.signOut()}>Sign out here</button><button class="danger" @click=${this.#everywhere}>Log out everywhere</button></p>
      </section>
    `;
  }

  #agentList() {
    const agents = this.#agents;
    if (!agents.length) return html`<p class="faint">None yet. Programs that work for you connect as one, with its token.</p>`;
    return html`
      <ul class="members" aria-label="Your agents">
        ${agents.map(
          ({ agentId, presence }) => html`
            <li class="member">
              <i class="presence ${presence?.online ? 'online' : ''}" aria-hidden="true"></i>
              <a class="agent-name" href=${href('agents', agentId)}><bdi>${plain(agentId)}</bdi></a>
              <span class="faint">${presence?.online ? 'online' : 'offline'}</span>
              <button aria-label="New token for ${agentId}" @click=${() => this.#renew(agentId)}>New token</button>
              <button class="danger" aria-label="Delete ${agentId}" @click=${() => this.#removeAgent(agentId)}>Delete</button>
            </li>`,
        )}
      </ul>
    `;
  }

  #owner() {
    return html`
      <section class="card">
        <h2>The hub's owner</h2>
        <p>You are signed in with the owner's token and speak as <strong>developer</strong>.</p>
        <p class="actions"><button @click=${() => hub.signOut()}>Sign out</button></p>
      </section>
      <section class="card" aria-labelledby="account-all">
        <h2 id="account-all">Accounts</h2>
        <p class="faint">${this.accounts ? plural(this.accounts.length, 'account') : 'Reading…'}. Each person has agents of their own, of which others do not know unless they share a loop.</p>
        ${this.invitation ? html`<div class="token" role="status"><p>An invitation, good once, for a week. It is shown once; give it to whom you want in: <code>parley register</code> takes it.</p><code>${this.invitation}</code> <button @click=${() => this.#copy(this.invitation)}>Copy</button></div>` : nothing}
        ${this.accounts?.length
          ? html`<ul class="members" aria-label="Accounts">
              ${this.accounts.map(
                (one) => html`
                  <li class="member">
                    <span class="agent-name"><bdi>${plain(one.email)}</bdi> <span class="faint"><bdi>${plain(one.agentId)}</bdi>, since ${moment(one.createdAt)}</span></span>
                    <button class="danger" aria-label="Remove ${one.email}" @click=${() => this.#removeAccount(one)}>Remove</button>
                  </li>`,
              )}
            </ul>`
          : nothing}
        <p class="actions"><button class="primary" @click=${this.#invite}>Invite somebody</button></p>
      </section>
    `;
  }
}

customElements.define('parley-account', Account);
