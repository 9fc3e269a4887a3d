import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { api } from './api.js';
import { ask } from './ask.js';
import { debounced, Part } from './element.js';
import { moment, plural, time } from './format.js';
import { hub } from './hub.js';
import { textOf } from './message.js';
import { router } from './route.js';
import { say } from './toasts.js';

const PAGE = 100;
const TEXT_LENGTH_MAX = 400;

/** What reached nobody: send it again as it is, or mend it first. */
class DeadLetters extends Part {
  static properties = { letters: { state: true }, next: { state: true }, problem: { state: true }, isBusy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['deadLetter'], this.#refresh);
    this.hears(hub.live, ['state'], ({ detail }) => detail.box?.kind === 'dead_letters' && this.#refresh());
    this.hears(hub, ['reload'], this.#refresh);
    this.#load();
  }

  #refresh = debounced(150, () => this.#load());

  async #load(cursor) {
    try {
      const { letters, next } = await api.deadLetters({ limit: PAGE, cursor });
      this.letters = cursor ? [...this.letters, ...letters] : letters;
      this.next = next;
      this.problem = '';
    } catch (e) {
      this.problem = e.message;
    }
  }

  async #replay(body, ids) {
    this.isBusy = true;
    try {
      const { replayed, remaining } = await api.replay(body);
      say(replayed ? `${plural(replayed, 'message')} sent again` : `Still nobody there${ids.length > 1 ? ` for ${plural(remaining ?? ids.length, 'message')}` : ''}`, replayed ? 'good' : 'bad');
      if (router.current.subject) router.go('dead-letters');
      await this.#load();
      hub.stats = { ...hub.stats, deadLetters: remaining ?? hub.stats.deadLetters };
      hub.changed();
    } catch (e) {
      say(e.message, 'bad');
    }
    this.isBusy = false;
  }

  #replayAll() {
    const ids = this.letters.map(({ message }) => message.id);
    return this.#replay({ ids }, ids);
  }

  async #clear() {
    if ((await ask({ title: 'Delete all dead letters?', text: 'This cannot be undone.', does: 'Delete all' })) === null) return;
    try {
      const { count } = await api.clearDeadLetters();
      say(`${plural(count, 'dead letter')} deleted`);
      hub.stats = { ...hub.stats, deadLetters: 0 };
      await this.#load();
      hub.changed();
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  #edited(event, message) {
    event.preventDefault();
    const data = new FormData(event.target);
    const edit = { path: data.get('path').trim() };
    if (data.get('content') || message.content) edit.content = data.get('content');
    const payload = data.get('payload').trim();
    if (payload) {
      try {
        edit.payload = JSON.parse(payload);
      } catch (e) {
        return say(`The payload is not JSON: ${e.message}`, 'bad');
      }
    }
    return this.#replay({ id: message.id, edit }, [message.id]);
  }

  render() {
    if (this.problem) return html`<p class="empty" role="alert">${this.problem}</p>`;
    if (!this.letters) return html`<p class="empty">Reading…</p>`;
    if (!this.letters.length) {
      return html`<div class="empty"><h2>Everything arrived</h2><p>A message that reaches nobody waits here until you send it again. Try one:</p><pre>parley send nobody 'hello?'</pre></div>`;
    }
    return html`
      <section class="pane dead-pane" aria-label="Dead letters">
        <p class="filters">
          <span class="faint">${plural(this.letters.length, 'dead letter')}${this.next ? ' and more' : ''}</span>
          <button class="grow-end" ?disabled=${this.isBusy} @click=${this.#replayAll}>Replay all</button>
          <button class="danger" ?disabled=${this.isBusy} @click=${this.#clear}>Delete all</button>
        </p>
        <ul class="letters">
          ${repeat(
            this.letters,
            ({ message }) => message.id,
            (letter) => this.#letter(letter),
          )}
        </ul>
        ${this.next ? html`<p><button @click=${() => this.#load(this.next)}>Show more</button></p>` : nothing}
      </section>
    `;
  }

  #letter({ message, reason, inbox, at }) {
    const isEdited = router.current.subject === message.id;
    return html`
      <li class="letter">
        <div class="turn-head">
          <strong>${message.from}</strong><span class="faint"><span aria-hidden="true">→</span><span class="visually-hidden">to</span> ${message.path}</span>
          <time class="faint" title=${moment(at ?? message.timestamp)}>${time(at ?? message.timestamp)}</time>
        </div>
        <p class="reason">${reason ?? message.reason}${inbox ? html` <span class="faint">(inbox of ${typeof inbox === 'object' ? inbox.name : inbox})</span>` : nothing}</p>
        <p class="content">${textOf(message).slice(0, TEXT_LENGTH_MAX) || html`<span class="faint">no text</span>`}</p>
        ${isEdited ? this.#form(message) : this.#actions(message)}
      </li>
    `;
  }

  #actions(message) {
    return html`
      <p class="actions">
        <button ?disabled=${this.isBusy} @click=${() => this.#replay({ ids: [message.id] }, [message.id])} aria-label="Replay the message of ${message.from} to ${message.path}">Replay</button>
        <button @click=${() => router.go('dead-letters', message.id)} aria-label="Edit, then replay: message of ${message.from} to ${message.path}">Edit, then replay</button>
        <a class="button" href=${router.toMessage(message.id)} aria-label="Details of the message of ${message.from} to ${message.path}">Details</a>
      </p>
    `;
  }

  #form(message) {
    const payload = message.payload && Object.keys(message.payload).length ? JSON.stringify(message.payload, null, 2) : '';
    return html`
      <form class="edit" aria-label="Edit, then replay" @submit=${(e) => this.#edited(e, message)}>
        <label for="edit-path">Path</label>
        <input id="edit-path" name="path" required .value=${message.path} autofocus />
        <label for="edit-content">Text</label>
        <textarea id="edit-content" name="content" rows="4" .value=${message.content ?? ''}></textarea>
        <label for="edit-payload">Payload (JSON)</label>
        <textarea id="edit-payload" name="payload" rows="4" class="mono" spellcheck="false" .value=${payload}></textarea>
        <p class="actions">
          <button class="primary" ?disabled=${this.isBusy}>Send as a new message</button>
          <button type="button" @click=${() => router.go('dead-letters')}>Cancel</button>
        </p>
      </form>
    `;
  }
}

customElements.define('parley-dead-letters', DeadLetters);
