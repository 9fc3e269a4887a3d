import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { moment, time } from './format.js';
import { hub } from './hub.js';
import { textOf } from './message.js';
import { href, router } from './route.js';
import { isOpen, stateTag } from './task-list.js';
import { say } from './toasts.js';

const MESSAGES_SHOWN = 100;
const TEXT_LENGTH_MAX = 4_000;
const ABOUT_TASKS = new Set(['task', 'task_status', 'task_result']);

/** One task: how it stands, what has become of it, and what was said about it. */
class OneTask extends Part {
  static properties = { taskId: {}, task: { state: true }, messages: { state: true }, hasMore: { state: true }, problem: { state: true }, isBusy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['task'], ({ detail }) => detail.id === this.taskId && this.#onTask(detail));
    this.hears(hub.live, ['message'], ({ detail }) => this.#concerns(detail.message) && this.#soon());
    this.hears(hub, ['reload'], () => this.#load());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(150, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('taskId')) return;
    this.task = null;
    this.messages = null;
    this.problem = '';
    this.#load();
  }

  #concerns(message) {
    const asked = this.task?.messageId;
    return message.taskId === this.taskId || (asked && [message.threadId, message.replyTo].includes(asked));
  }

  #onTask(task) {
    if (this.task) this.task = { ...this.task, ...task };
    this.#soon();
  }

  async #load() {
    const id = this.taskId;
    try {
      const task = await api.task(id);
      if (id !== this.taskId) return;
      this.task = task;
      this.problem = '';
      const { messages, next } = await api.thread(task.messageId, { limit: MESSAGES_SHOWN }).catch(() => ({ messages: [] }));
      if (id !== this.taskId) return;
      this.messages = messages;
      this.hasMore = Boolean(next);
    } catch (e) {
      if (id === this.taskId) this.problem = e.message;
    }
  }

  async #cancel() {
    const reason = await ask({ title: 'Cancel this task?', text: 'Whoever works on it is told to stop.', does: 'Cancel the task', reason: 'Why (optional)' });
    if (reason === null) return;
    this.isBusy = true;
    try {
      this.task = { ...this.task, ...(await api.cancelTask(this.taskId, { reason: reason || undefined })) };
      say('The task is canceled');
    } catch (e) {
      say(e.message, 'bad');
    }
    this.isBusy = false;
  }

  render() {
    const { m: _, ...params } = router.current.params;
    const back = html`<a class="back narrow-only" href=${href('tasks', '', params)}>All tasks</a>`;
    if (this.problem) return html`<div class="subject">${back}<p class="empty" role="alert">${this.problem}</p></div>`;
    if (!this.task) return html`<p class="empty">Reading…</p>`;
    const { id, state, from, assignees, title, createdAt, changedAt, by, note, artifacts = [] } = this.task;
    const agent = (name) => html`<a href=${href('agents', name)}><bdi>${plain(name)}</bdi></a> `;
    return html`
      <div class="subject">
        ${back}
        <h2 class="task-title"><bdi>${title ? plain(title) : 'no words'}</bdi></h2>
        <dl class="facts">
          <dt>state</dt><dd>${stateTag(state)}</dd>
          <dt>asked by</dt><dd>${agent(from)}</dd>
          <dt>done by</dt><dd>${assignees.length ? assignees.map(agent) : html`<span class="faint">nobody has got it</span>`}</dd>
          <dt>asked</dt><dd>${moment(createdAt)}</dd>
          <dt>last moved</dt><dd>${moment(changedAt)}, by <bdi>${plain(by)}</bdi></dd>
          ${note ? html`<dt>said then</dt><dd class="said"><bdi>${plain(note)}</bdi></dd>` : nothing}
          <dt>id</dt><dd><code>${id}</code></dd>
        </dl>
        ${isOpen(this.task) ? html`<p class="actions"><button class="danger" ?disabled=${this.isBusy} @click=${this.#cancel}>Cancel the task</button></p>` : nothing}
        ${artifacts.length ? html`<h3>Artifacts</h3><ul class="artifacts">${artifacts.map((each, i) => this.#artifact(each, i))}</ul>` : nothing}
        <h3>What happened</h3>
        ${this.#history()}
      </div>
    `;
  }

  #artifact(artifact, i) {
    const { name, type, text } = artifact ?? {};
    const label = plain(String(name ?? type ?? `artifact ${i + 1}`));
    return html`<li><p class="faint"><bdi>${label}</bdi></p><pre tabindex="0" aria-label=${label}>${plain(typeof text === 'string' ? text : JSON.stringify(artifact, null, 2)).slice(0, TEXT_LENGTH_MAX)}</pre></li>`;
  }

  #history() {
    if (!this.messages) return html`<p class="faint">Reading…</p>`;
    if (!this.messages.length) return html`<p class="faint">Its messages are not kept any more, or are not for you.</p>`;
    return html`
      <ol class="timeline" aria-label="What happened, the oldest first">
        ${this.messages.map((message) => this.#moved(message))}
      </ol>
      ${this.hasMore ? html`<p><a href=${href('thread', this.task.messageId)}>Open the whole thread</a></p>` : nothing}
    `;
  }

  /** A message that moved the task, or something said about it. */
  #moved(message) {
    const text = textOf(message);
    return html`
      <li class=${ABOUT_TASKS.has(message.type) ? 'moved' : ''}>
        <p class="timeline-head">
          <a href=${router.toMessage(message.id)}><bdi>${plain(String(message.from))}</bdi></a>
          ${message.taskStatus ? stateTag(message.taskStatus) : message.type === 'task_result' ? stateTag(message.error ? 'failed' : 'completed') : message.type === 'task' ? stateTag('submitted') : nothing}
          <time class="faint" title=${moment(message.timestamp)}>${time(message.timestamp)}</time>
        </p>
        ${text ? html`<p class="said"><bdi>${plain(text.slice(0, TEXT_LENGTH_MAX))}</bdi></p>` : nothing}
      </li>
    `;
  }
}

customElements.define('parley-task', OneTask);
