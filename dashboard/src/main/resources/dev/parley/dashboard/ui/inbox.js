import { html } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { plural } from './format.js';
import { hub } from './hub.js';
import { messageRow } from './message-row.js';
import { rung, summary } from './message.js';
import { href, router } from './route.js';
import { settings } from './settings.js';
import { say } from './toasts.js';
import './virtual-list.js';

const PAGE = 200;

const row = (copy) => ({ ...summary(copy.message), state: copy.state ?? copy.message.status });

/** What waits for somebody, and what they had. Looking takes nothing, except that your own mail is read when opened. */
class Inbox extends Part {
  static properties = { copies: { state: true }, problem: { state: true } };

  #next = null;
  #shownFor = '';
  #isLoading = false;

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['message'], ({ detail }) => this.#concerns(detail) && this.#refresh());
    this.hears(hub.live, ['state'], ({ detail }) => (this.#box === 'sent' || detail.box?.name === this.#agent) && this.#onState(detail));
    this.hears(hub, ['reload'], () => this.#refresh());
  }

  get #agent() {
    return router.current.subject || hub.self;
  }

  #concerns({ message, recipients }) {
    return this.#box === 'sent' ? message.from === this.#agent : recipients?.some((name) => name.split('/')[0] === this.#agent);
  }

  get #box() {
    return router.current.params.box === 'sent' ? 'sent' : router.current.params.box === 'pending' ? 'pending' : 'all';
  }

  willUpdate() {
    const shownFor = `${this.#agent}\n${this.#box}`;
    if (shownFor !== this.#shownFor) {
      this.#shownFor = shownFor;
      this.copies = null;
      this.#load();
    }
    this.#readWhatIsOpen();
  }

  #refresh = debounced(120, () => this.#load());

  #page(cursor) {
    const query = { limit: PAGE, cursor };
    return this.#box === 'sent' ? api.outbox(this.#agent, query) : api.inbox(this.#agent, { ...query, state: this.#box });
  }

  async #load() {
    const shownFor = this.#shownFor;
    try {
      const { copies, next } = await this.#page();
      if (shownFor !== this.#shownFor) return;
      this.#next = next;
      this.problem = '';
      this.copies = copies.map(row);
    } catch (e) {
      if (shownFor === this.#shownFor) this.problem = e.message;
    }
  }

  async #more() {
    if (!this.#next || this.#isLoading || !this.copies) return;
    this.#isLoading = true;
    const shownFor = this.#shownFor;
    try {
      const { copies, next } = await this.#page(this.#next);
      if (shownFor !== this.#shownFor) return;
      this.#next = next;
      const known = new Set(this.copies.map(({ id }) => id));
      const older = copies.filter(({ message }) => !known.has(message.id));
      this.copies = this.copies.concat(older.map(row));
    } catch (e) {
      say(e.message, 'bad');
    } finally {
      this.#isLoading = false;
    }
  }

  #onState({ messageId, state }) {
    if (!this.copies) return;
    if (this.#box === 'sent') return this.copies.some(({ id }) => id === messageId) && this.#refresh();
    if (this.#box === 'pending') return this.#refresh();
    this.copies = this.copies.map((copy) => (copy.id === messageId ? { ...copy, state } : copy));
  }

  #readWhatIsOpen() {
    const id = router.current.params.m;
    if (!id || this.#agent !== hub.self || this.#box === 'sent') return;
    const copy = this.copies?.find((one) => one.id === id);
    if (!copy || copy.state === 'read' || this.#reading.has(id)) return;
    this.#reading.add(id);
    api.read(this.#agent, [id]).catch((e) => {
      this.#reading.delete(id);
      say(e.message, 'bad');
    });
  }

  #reading = new Set();

  async #readAll() {
    const ids = (this.copies ?? []).filter(({ state }) => state !== 'read').map(({ id }) => id).slice(0, 1_000);
    if (!ids.length) return;
    try {
      const { count } = await api.read(this.#agent, ids);
      say(`${plural(count, 'message')} marked as read`);
      this.#load();
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  render() {
    const agent = this.#agent;
    const names = [...new Set([hub.self, agent, ...hub.agents.keys()])].slice(0, 1_000);
    return html`
      <section class="pane list-pane" aria-label="Inbox of ${agent}">
        <form class="filters" aria-label="Which inbox" @submit=${(e) => e.preventDefault()}>
          ${hub.isOwner
            ? html`<select aria-label="Whose inbox" @change=${(e) => router.go('inbox', e.target.value, { box: router.current.params.box })}>
                ${names.map((name) => html`<option value=${name} ?selected=${name === agent}>${name}</option>`)}
              </select>`
            : html`<strong>${agent}</strong>`}
          <span class="tabs">
            ${[['all', 'All'], ['pending', 'Waiting'], ['sent', 'Sent']].map(
              ([box, label]) => html`<a href=${href('inbox', agent, { box: box === 'all' ? '' : box })} aria-current=${this.#box === box ? 'true' : 'false'}>${label}</a>`,
            )}
          </span>
          ${agent === hub.self && this.#box !== 'sent' ? html`<button type="button" class="grow-end" @click=${this.#readAll}>Mark all read</button>` : ''}
        </form>
        ${this.problem
          ? html`<p class="empty" role="alert">${this.problem}</p>`
          : !this.copies
            ? html`<p class="empty">Reading…</p>`
            : this.copies.length
              ? html`<parley-virtual-list
                  label="Messages"
                  .items=${this.copies}
                  .rowHeight=${settings.rowHeight}
                  .row=${(copy) => messageRow(copy, { state: copy.state, isUnread: this.#box !== 'sent' && rung(copy.state) >= 0 && copy.state !== 'read' })}
                  @near-end=${this.#more}
                ></parley-virtual-list>`
              : this.#empty(agent)}
      </section>
    `;
  }

  #empty(agent) {
    if (this.#box === 'sent') return html`<p class="empty">${agent} has not sent anything yet.</p>`;
    if (this.#box === 'pending') return html`<p class="empty">Nothing waits for ${agent}.</p>`;
    return html`
      <div class="empty">
        <h2>Nothing here yet</h2>
        <p>Agents write to ${agent === 'developer' ? 'you' : agent} with</p>
        <pre>parley send ${agent} 'hello'</pre>
      </div>
    `;
  }
}

customElements.define('parley-inbox', Inbox);
