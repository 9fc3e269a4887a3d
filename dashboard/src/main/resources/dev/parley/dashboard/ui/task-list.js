import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { time } from './format.js';
import { hub } from './hub.js';
import { Paged } from './paged.js';
import { href, router } from './route.js';
import './virtual-list.js';

const PAGE = 100;
const ROW_HEIGHT = 60;

export const STATES = {
  submitted: 'Submitted',
  working: 'Working',
  'input-required': 'Needs input',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
};

const ENDED = new Set(['completed', 'failed', 'canceled']);

export const isOpen = ({ state }) => !ENDED.has(state);

export const stateTag = (state) => html`<span class="state state-${Object.hasOwn(STATES, state) ? state : 'other'}">${STATES[state] ?? plain(String(state))}</span>`;

/** Tasks, the newest first, as they come and move. */
class TaskList extends Part {
  static properties = { agent: {}, state: {}, chosen: {} };

  #asked = null;
  #tasks = new Paged(this, {
    read: async (cursor) => {
      const { tasks, next } = await api.tasks({ agent: this.agent, state: this.state, limit: PAGE, cursor });
      return { items: tasks, next };
    },
    id: ({ id }) => id,
    compare: (one, other) => other.createdAt - one.createdAt || (one.messageId < other.messageId ? 1 : -1),
  });

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['task'], ({ detail }) => this.#tasks.put(detail, this.#fits(detail)));
    this.hears(hub, ['reload'], () => this.#tasks.load());
  }

  /** All tasks are a question as well: nothing has changed then. */
  willUpdate() {
    const asked = JSON.stringify([this.agent, this.state]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#tasks.begin();
  }

  #fits(task) {
    const inState = !this.state || this.state === 'all' || (this.state === 'open' ? isOpen(task) : task.state === this.state);
    return inState && (!this.agent || task.from === this.agent || task.assignees.includes(this.agent));
  }

  render() {
    const { items, problem } = this.#tasks;
    if (problem) return html`<div class="empty" role="alert"><p>${problem}</p><p><button @click=${() => this.#tasks.load()}>Try again</button></p></div>`;
    if (!items) return html`<p class="empty">Reading…</p>`;
    if (!items.length) {
      const all = !this.state && !this.agent;
      return html`<div class="empty"><h2>No tasks${all ? ' yet' : ''}</h2><p>${all ? 'A task is a message of the type task: whoever gets it says how far it has come, and you see it here.' : 'None of these fits.'}</p></div>`;
    }
    return html`<parley-virtual-list label="Tasks" data-walks="subject" .items=${items} .rowHeight=${ROW_HEIGHT} .row=${(task) => this.#row(task)} @near-end=${() => this.#tasks.more()}></parley-virtual-list>`;
  }

  #row({ id, state, from, assignees, title, changedAt }) {
    const { m: _, ...params } = router.current.params;
    return html`
      <a class="message-row task-row" href=${href('tasks', id, router.current.view === 'tasks' ? params : {})} aria-current=${id === this.chosen ? 'true' : 'false'}>
        <span class="who"><bdi>${title ? plain(title) : 'no words'}</bdi></span>
        <span class="meta">${stateTag(state)}</span>
        <span class="text"><bdi>${plain(from)}</bdi> <span aria-hidden="true">→</span><span class="visually-hidden">asked</span> <bdi>${assignees.length ? plain(assignees.join(', ')) : 'nobody'}</bdi>${changedAt ? html`<time class="row-time">${time(changedAt)}</time>` : nothing}</span>
      </a>
    `;
  }
}

customElements.define('parley-task-list', TaskList);
