import { html, nothing } from 'lit';
import { api } from './api.js';
import { drafts } from './drafts.js';
import { debounced, Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';
import { say } from './toasts.js';

const DRAFT = 'schedule';
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const ZONES = [...new Set([HERE, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
const TYPES = ['message', 'task', 'info', 'command'];

/** A schedule that is to be. What is typed survives a reload; when it would fire is shown before it is made. */
class ScheduleForm extends Part {
  static properties = { agent: {}, isOnce: { state: true }, times: { state: true }, refusal: { state: true }, problem: { state: true }, isBusy: { state: true } };

  #asked = 0;

  get #form() {
    return this.querySelector('form');
  }

  firstUpdated() {
    const kept = this.#kept();
    for (const [name, value] of Object.entries({ zone: HERE, agentId: this.agent ?? (hub.isOwner ? '' : hub.self), ...kept })) {
      const field = this.#form.elements[name];
      if (field && typeof value === 'string') field.value = value;
    }
    this.isOnce = kept.repeats === 'once';
    this.#preview();
  }

  disconnectedCallback() {
    this.#preview.cancel();
    super.disconnectedCallback();
  }

  #kept() {
    try {
      const kept = JSON.parse(drafts.get(hub.self, DRAFT).text || '{}');
      return kept && typeof kept === 'object' ? kept : {};
    } catch {
      return {};
    }
  }

  get #said() {
    return Object.fromEntries([...new FormData(this.#form)].map(([name, value]) => [name, value.trim()]));
  }

  #onInput() {
    const said = this.#said;
    this.isOnce = said.repeats === 'once';
    drafts.put(hub.self, DRAFT, JSON.stringify(said));
    this.#preview();
  }

  #timing({ repeats, cron, zone, at }) {
    if (repeats !== 'once') return cron ? { cron, zone: zone || undefined } : null;
    const moment = new Date(at);
    return Number.isNaN(moment.getTime()) ? null : { at: moment.toISOString() };
  }

  #preview = debounced(250, async () => {
    const asked = ++this.#asked;
    const timing = this.isConnected ? this.#timing(this.#said) : null;
    if (!timing) {
      this.times = null;
      this.refusal = '';
      return;
    }
    try {
      const { times } = await api.previewSchedule(timing);
      if (asked === this.#asked) Object.assign(this, { times, refusal: '' });
    } catch (e) {
      if (asked === this.#asked) Object.assign(this, { times: null, refusal: e.message });
    }
  });

  async #create(event) {
    event.preventDefault();
    const said = this.#said;
    const timing = this.#timing(said);
    if (!timing) return (this.problem = 'Say when.');
    this.isBusy = true;
    this.problem = '';
    try {
      const { agentId, name, to, content, messageType, missed } = said;
      const made = await api.createSchedule({ agentId, name, to, content, messageType, missed, ...timing });
      drafts.put(hub.self, DRAFT, '');
      say(`${made.name} is created`);
      router.go('schedules', `${made.agentId}/${made.name}`, { agent: router.current.params.agent });
    } catch (e) {
      this.problem = e.message;
    }
    this.isBusy = false;
  }

  render() {
    return html`
      <div class="subject">
        <a class="back narrow-only" href=${href('schedules', '', { agent: this.agent })}>All schedules</a>
        <h2>New schedule</h2>
        <form class="stacked" @submit=${this.#create} @input=${this.#onInput}>
          <label for="schedule-agent">Agent that sends it</label>
          <input id="schedule-agent" name="agentId" required maxlength="128" list="schedule-form-agents" autocomplete="off" ?readonly=${!hub.isOwner && !this.#hasAgents} />
          <datalist id="schedule-form-agents">${[...hub.agents.keys()].slice(0, 500).map((id) => html`<option value=${id}></option>`)}</datalist>
          <label for="schedule-name">Name</label>
          <input id="schedule-name" name="name" required maxlength="64" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" placeholder="standup" autocomplete="off" spellcheck="false" />
          <fieldset class="choices">
            <legend>When</legend>
            <label class="choice"><input type="radio" name="repeats" value="cron" ?checked=${!this.isOnce} /> again and again</label>
            <label class="choice"><input type="radio" name="repeats" value="once" ?checked=${this.isOnce} /> once</label>
          </fieldset>
          <div class="grid-2" ?hidden=${this.isOnce}>
            <label for="schedule-cron">Cron expression</label>
            <input id="schedule-cron" name="cron" class="mono" maxlength="200" placeholder="30 8 * * MON-FRI" autocomplete="off" spellcheck="false" ?required=${!this.isOnce} aria-describedby="schedule-preview" />
            <label for="schedule-zone">Time zone</label>
            <input id="schedule-zone" name="zone" maxlength="64" list="schedule-zones" autocomplete="off" spellcheck="false" />
            <datalist id="schedule-zones">${ZONES.map((zone) => html`<option value=${zone}></option>`)}</datalist>
          </div>
          <div ?hidden=${!this.isOnce}>
            <label for="schedule-at">Moment, in this browser’s time</label>
            <input id="schedule-at" name="at" type="datetime-local" ?required=${this.isOnce} aria-describedby="schedule-preview" />
          </div>
          <div id="schedule-preview" class="preview" role="status">${this.#previewed()}</div>
          <label for="schedule-to">Send to</label>
          <input id="schedule-to" name="to" required maxlength="2000" list="schedule-form-agents" placeholder="an agent, or a path" autocomplete="off" />
          <label for="schedule-content">Text</label>
          <textarea id="schedule-content" name="content" rows="4" required maxlength="15000"></textarea>
          <div class="grid-2">
            <label for="schedule-type">Type</label>
            <select id="schedule-type" name="messageType">${TYPES.map((type) => html`<option>${type}</option>`)}</select>
            <label for="schedule-missed">Times that pass while no hub runs</label>
            <select id="schedule-missed" name="missed">
              <option value="skip">leave out</option>
              <option value="once">make up for once</option>
              <option value="all">make up for all</option>
            </select>
          </div>
          ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
          <p class="actions"><button class="primary" ?disabled=${this.isBusy}>Create the schedule</button><a class="button" href=${href('schedules', '', { agent: this.agent })}>Cancel</a></p>
        </form>
      </div>
    `;
  }

  /** Persons have agents of their own; an agent schedules as itself. */
  get #hasAgents() {
    return [...hub.agents.values()].some(({ agentId, unread }) => agentId !== hub.self && unread !== undefined);
  }

  #previewed() {
    if (this.refusal) return html`<p class="bad">${this.refusal}</p>`;
    if (!this.times) return html`<p class="faint">When it fires is shown here.</p>`;
    if (!this.times.length) return html`<p class="bad">It never fires: that time is over, or there is no such day.</p>`;
    return html`<p class="faint">It fires</p><ol class="times">${this.times.map((each) => html`<li><time>${moment(each)}</time></li>`)}</ol>`;
  }
}

customElements.define('parley-schedule-form', ScheduleForm);
