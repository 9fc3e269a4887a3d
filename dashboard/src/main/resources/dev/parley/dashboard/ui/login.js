import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { hub } from './hub.js';

/** The way in: a token, email and password of an account, or the code that `parley dashboard` put into the address. */
class Login extends Part {
  static properties = { problem: { state: true }, isBusy: { state: true }, isPerson: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    const query = new URLSearchParams(location.search);
    const code = query.get('code');
    if (!code) return;
    // It is good once: it must not stay in the address, the history or a bookmark.
    query.delete('code');
    history.replaceState(null, '', `${location.pathname}${query.size ? `?${query}` : ''}${location.hash}`);
    this.#enter({ code }, 'This link was used already or is too old. Run `parley dashboard` again, or sign in with a token.');
  }

  async #enter(credentials, onDenied) {
    this.isBusy = true;
    this.problem = '';
    try {
      await api.login(credentials);
      await hub.start();
    } catch (e) {
      this.problem = e.status === 401 || e.status === 403 ? onDenied : e.message;
    }
    this.isBusy = false;
  }

  async #submit(event) {
    event.preventDefault();
    const said = new FormData(event.target);
    if (this.isPerson) {
      const credentials = { email: said.get('email').trim(), password: said.get('password') };
      const field = event.target.elements.password;
      await this.#enter(credentials, 'Email or password is wrong.');
      // Whatever became of it, the page keeps no password.
      field.value = '';
      if (this.problem) field.focus();
      return;
    }
    const token = said.get('token').trim();
    if (token) this.#enter({ token }, 'The hub does not know this token.');
  }

  async #switch() {
    this.isPerson = !this.isPerson;
    this.problem = '';
    await this.updateComplete;
    this.querySelector('input').focus();
  }

  #token() {
    return html`
      <p>Run <code>parley dashboard</code> in a terminal and follow its link, or paste a token.</p>
      <label for="token">Token</label>
      <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required autofocus
        aria-describedby="token-help" />
      <p id="token-help" class="faint">Yours is in <code>owner-token</code> in the hub's data folder. An agent's token shows what that agent sees.</p>
    `;
  }

  #account() {
    return html`
      <p>With your account you see what is yours and your agents'.</p>
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="username" spellcheck="false" required />
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required aria-describedby="account-help" />
      <p id="account-help" class="faint">No account yet? With an invitation <code>parley register</code> makes one.</p>
    `;
  }

  render() {
    const problem = this.problem || hub.problem;
    return html`
      <main class="login">
        <form @submit=${this.#submit}>
          <h1>Parley</h1>
          ${this.isPerson ? this.#account() : this.#token()}
          ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
          <div class="ways">
            <button class="primary" ?disabled=${this.isBusy}>Sign in</button>
            <button type="button" ?disabled=${this.isBusy} @click=${this.#switch}>
              ${this.isPerson ? 'Use a token' : 'Use email and password'}
            </button>
          </div>
        </form>
      </main>
    `;
  }
}

customElements.define('parley-login', Login);
