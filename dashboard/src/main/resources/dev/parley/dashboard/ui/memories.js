import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { moment, plural, time } from './format.js';
import { hub } from './hub.js';
import { Paged } from './paged.js';
import { router } from './route.js';
import { say } from './toasts.js';

const PAGE = 50;
const EXCERPT_LENGTH = 200;
const LAYERS = { tacit: 'Tacit', daily: 'Daily', entity: 'Entity' };

/** What an agent remembers, a layer at a time or all of it, or what it recalls of some words. */
class Memories extends Part {
  static properties = { agentId: {} };

  #asked = null;
  #memories = new Paged(this, {
    read: async (cursor) => {
      const { layer, words } = this.#query;
      const { memories, next } = await api.memories(this.agentId, { layer, q: words, limit: PAGE, cursor });
      return { items: memories, next };
    },
    id: ({ id }) => id,
    compare: (one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1),
  });

  connectedCallback() {
    super.connectedCallback();
    // What it stores and forgets it does in its turns.
    this.hears(hub.live, ['turn'], ({ detail }) => detail.agentId === this.agentId && detail.change === 'ended' && this.#soon());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    this.#search.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(200, () => this.#memories.load());

  get #query() {
    const { layer, words } = router.current.params;
    return { layer: Object.hasOwn(LAYERS, layer ?? '') ? layer : undefined, words: words?.trim() || undefined };
  }

  willUpdate() {
    const asked = JSON.stringify([this.agentId, this.#query]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#memories.begin();
  }

  #search = debounced(300, () => router.with({ words: this.querySelector('[name=words]').value.trim() || undefined }, { replace: true }));

  async #forget({ id, content }) {
    const asked = await ask({ title: 'Forget this?', text: plain(content.slice(0, EXCERPT_LENGTH)) + (content.length > EXCERPT_LENGTH ? '…' : ''), does: 'Forget' });
    if (asked === null) return;
    try {
      await api.forget(this.agentId, id);
      this.#memories.drop(id);
      say('Forgotten');
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  render() {
    const { layer = '', words = '' } = this.#query;
    return html`
      <form class="filters" role="search" aria-label="Its memories" @submit=${(e) => e.preventDefault()}>
        <input type="search" name="words" class="grow" aria-label="What does it recall of" placeholder="what does it recall of…" maxlength="1000" .value=${words} @input=${this.#search} />
        <select aria-label="Layer" @change=${(e) => router.with({ layer: e.target.value || undefined }, { replace: true })}>
          <option value="" ?selected=${!layer}>Every layer</option>
          ${Object.entries(LAYERS).map(([value, name]) => html`<option value=${value} ?selected=${value === layer}>${name}</option>`)}
        </select>
        <button type="button" @click=${() => this.#memories.load()}>Refresh</button>
      </form>
      ${this.#list(words)}
    `;
  }

  #list(words) {
    const { items, problem } = this.#memories;
    if (problem) return html`<div class="empty" role="alert"><p>${problem}</p><p><button @click=${() => this.#memories.load()}>Try again</button></p></div>`;
    if (!items) return html`<p class="empty">Reading…</p>`;
    if (!items.length) return html`<p class="empty">${words ? 'It recalls nothing of that.' : 'It remembers nothing here.'}</p>`;
    return html`
      <ol class="entries memories" tabindex="0" aria-label=${words ? 'What it recalls, the best first' : 'What it remembers, the newest first'}>
        ${repeat(items, ({ id }) => id, (each) => this.#memory(each))}
        ${this.#memories.mayReadMore ? html`<li class="more"><button @click=${() => this.#memories.more()}>Show more</button></li>` : nothing}
      </ol>
    `;
  }

  #memory(memory) {
    const { layer, subject, content, createdAt, updatedAt, times, score } = memory;
    return html`
      <li class="entry">
        <p class="said"><bdi>${plain(content)}</bdi></p>
        <p class="entry-foot">
          <span class="tag">${LAYERS[layer] ?? layer}</span>
          ${subject ? html`<strong class="memory-subject"><bdi>${plain(subject)}</bdi></strong>` : nothing}
          <span class="faint" title="first ${moment(createdAt)}">${time(updatedAt)}${times > 1 ? `, ${plural(times, 'time')}` : ''}${score === undefined ? '' : `, ${Math.round(score * 100)} %`}</span>
          <button class="danger" aria-label="Forget: ${plain(content.slice(0, 60))}" @click=${() => this.#forget(memory)}>Forget</button>
        </p>
      </li>
    `;
  }
}

customElements.define('parley-memories', Memories);
