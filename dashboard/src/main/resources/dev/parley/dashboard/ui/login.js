import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { hub } from './hub.js';

/** The way in: a token, or the code that `parley dashboard` put into the address. */
class Login extends Part {
  static properties = { problem: { state: true }, isBusy: { state: true } };

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

  #submit(event) {
    event.preventDefault();
    const token = new FormData(event.target).get('token').trim();
    if (token) this.#enter({ token }, 'The hub does not know this token.');
  }

  render() {
    const problem = this.problem || hub.problem;
    return html`
      <main class="login">
        <form @submit=${this.#submit}>
          <h1>Parley</h1>
          <p>Run <code>parley dashboard</code> in a terminal and follow its link, or paste a token.</p>
          <label for="token">Token</label>
          <input id="token" name="token" type="password" autocomplete="current-password" spellcheck="false" required autofocus
            aria-describedby="token-help" />
          <p id="token-help" class="faint">Yours is in <code>owner-token</code> in the hub's data folder. An agent's token shows what that agent sees.</p>
          ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
          <button class="primary" ?disabled=${this.isBusy}>Sign in</button>
        </form>
      </main>
    `;
  }
}

customElements.define('parley-login', Login);
