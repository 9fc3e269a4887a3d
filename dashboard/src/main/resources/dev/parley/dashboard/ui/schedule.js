import { html, nothing } from 'lit';
import { api } from './api.js';
import { ask } from './ask.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { moment, plural, time } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';

const RUNS_SHOWN = 50;
const MISSED = { skip: 'left out', once: 'made up for once', all: 'all made up for' };

/** One schedule: what it sends and when, what it came to, and what can be done with it. */
class OneSchedule extends Part {
  static properties = { place: {}, schedule: { state: true }, runs: { state: true }, times: { state: true }, problem: { state: true }, isBusy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['schedule'], ({ detail: { schedule } }) => `${schedule.agentId}/${schedule.name}` === this.place && this.#soon());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(120, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('place')) return;
    this.schedule = null;
    this.runs = null;
    this.times = [];
    this.problem = '';
    this.#load();
  }

  /** Agents' ids and names have no slash. */
  get #path() {
    const cut = this.place.indexOf('/');
    return [this.place.slice(0, Math.max(0, cut)), this.place.slice(cut + 1)];
  }

  async #load() {
    const { place } = this;
    const [agentId, name] = this.#path;
    try {
      const [schedule, { runs }] = await Promise.all([api.schedule(agentId, name), api.scheduleRuns(agentId, name, { limit: RUNS_SHOWN })]);
      if (place !== this.place) return;
      Object.assign(this, { schedule, runs, problem: '' });
      const { times } = schedule.enabled ? await api.previewSchedule(schedule).catch(() => ({ times: [] })) : { times: [] };
      if (place === this.place) this.times = times;
    } catch (e) {
      if (place === this.place) this.problem = e.message;
    }
  }

  async #do(action, done) {
    this.isBusy = true;
    try {
      await action(...this.#path);
      say(done);
    } catch (e) {
      say(e.message, 'bad');
    }
    this.isBusy = false;
    this.#soon();
  }

  async #remove() {
    const { name } = this.schedule;
    if ((await ask({ title: `Delete ${plain(name)}?`, text: 'Its history goes with it. What it has sent stays.', does: 'Delete' })) === null) return;
    const here = this.place;
    await this.#do(async (...path) => {
      await api.removeSchedule(...path);
      if (router.current.subject === here) router.go('schedules', '', { agent: router.current.params.agent });
    }, `${name} is deleted`);
  }

  render() {
    const back = html`<a class="back narrow-only" href=${href('schedules', '', { agent: router.current.params.agent })}>All schedules</a>`;
    if (this.problem) return html`<div class="subject">${back}<p class="empty" role="alert">${this.problem}</p></div>`;
    if (!this.schedule) return html`<p class="empty">Reading…</p>`;
    const { agentId, name, cron, zone, at, path, messageType, content, payload, missed, enabled, byOwner, runs, createdAt } = this.schedule;
    return html`
      <div class="subject">
        ${back}
        <h2><bdi>${plain(name)}</bdi></h2>
        <dl class="facts">
          <dt>agent</dt><dd><a href=${href('agents', agentId)}><bdi>${plain(agentId)}</bdi></a></dd>
          <dt>when</dt><dd>${cron ? html`<code>${cron}</code> <span class="faint">${plain(zone)}</span>` : moment(Date.parse(at))}</dd>
          <dt>next</dt><dd>${enabled ? (this.times.length ? html`<ol class="times" aria-label="The next times">${this.times.map((each) => html`<li><time>${moment(each)}</time></li>`)}</ol>` : 'never again') : html`<span class="state state-canceled">off</span>`}</dd>
          <dt>sends to</dt><dd><code>${plain(path)}</code>${messageType === 'message' ? nothing : html` <span class="tag">${messageType}</span>`}</dd>
          ${content ? html`<dt>says</dt><dd class="said"><bdi>${plain(content)}</bdi></dd>` : nothing}
          ${payload ? html`<dt>payload</dt><dd><pre tabindex="0" aria-label="Payload">${plain(JSON.stringify(payload, null, 2))}</pre></dd>` : nothing}
          <dt>missed times</dt><dd>${MISSED[missed] ?? missed}</dd>
          <dt>created</dt><dd>${moment(createdAt)}, by ${byOwner ? 'the agent’s owner' : 'the agent'}</dd>
        </dl>
        <p class="actions">
          <button class="primary" ?disabled=${this.isBusy} @click=${() => this.#do(api.triggerSchedule, 'Sent')}>Send now</button>
          <button ?disabled=${this.isBusy} @click=${() => this.#do((...at) => api.changeSchedule(...at, { enabled: !enabled }), enabled ? 'Switched off' : 'Switched on')}>${enabled ? 'Switch off' : 'Switch on'}</button>
          <button class="danger" ?disabled=${this.isBusy} @click=${this.#remove}>Delete</button>
        </p>
        <h3>What it came to</h3>
        ${this.runs?.length ? this.#history(runs) : html`<p class="faint">It has not fired yet.</p>`}
      </div>
    `;
  }

  #history(total) {
    return html`
      <ol class="timeline" aria-label="What it came to, the newest first">
        ${this.runs.map(
          ({ scheduledFor, at, outcome, messageId, text }) => html`
            <li>
              <p class="timeline-head">
                <span class="state state-${{ failed: 'failed', skipped: 'canceled' }[outcome] ?? 'completed'}">${outcome}</span>
                ${messageId ? html`<a href=${router.toMessage(messageId)}>message</a>` : nothing}
                <time class="faint" title=${`for ${moment(scheduledFor)}`}>${time(at)}</time>
              </p>
              ${text ? html`<p class="said"><bdi>${plain(text)}</bdi></p>` : nothing}
            </li>`,
        )}
      </ol>
      ${total > this.runs.length ? html`<p class="faint">${plural(total, 'run')} in all; the last ones are kept.</p>` : nothing}
    `;
  }
}

customElements.define('parley-schedule', OneSchedule);
