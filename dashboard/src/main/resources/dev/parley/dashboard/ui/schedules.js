import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { moment, time } from './format.js';
import { hub } from './hub.js';
import { Paged } from './paged.js';
import { href, router } from './route.js';
import './schedule.js';
import './schedule-form.js';
import './virtual-list.js';

const PAGE = 500;
const ROW_HEIGHT = 60;

/** Where a schedule is shown. No schedule is called `new`: what they are called has a slash in it. */
export const NEW = 'new';

export const placeOf = ({ agentId, name }) => `${agentId}/${name}`;

const byPlace = (one, other) => (placeOf(one) < placeOf(other) ? -1 : placeOf(one) > placeOf(other) ? 1 : 0);

export const timingOf = ({ cron, zone, at }) => (cron ? `${cron} (${zone})` : moment(Date.parse(at)));

/** The schedules that one may see, of all agents or of one, as they are made and fire. */
class ScheduleList extends Part {
  static properties = { agent: {}, chosen: {} };

  #asked = null;
  #schedules = new Paged(this, {
    read: async (cursor) => {
      const { schedules, next } = await api.schedules({ agent: this.agent, limit: PAGE, cursor });
      return { items: schedules.map((each) => ({ ...each, id: placeOf(each) })), next };
    },
    id: placeOf,
    compare: byPlace,
  });

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['schedule'], ({ detail }) => this.#on(detail));
    this.hears(hub, ['reload'], () => this.#schedules.load());
  }

  /** All schedules are a question as well: nothing has changed then. */
  willUpdate() {
    const asked = JSON.stringify([this.agent]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#schedules.begin();
  }

  #on({ change, schedule }) {
    if (change === 'removed') this.#schedules.drop(placeOf(schedule));
    else this.#schedules.put({ ...schedule, id: placeOf(schedule) }, !this.agent || schedule.agentId === this.agent);
  }

  render() {
    const { items, problem } = this.#schedules;
    if (problem) return html`<div class="empty" role="alert"><p>${problem}</p><p><button @click=${() => this.#schedules.load()}>Try again</button></p></div>`;
    if (!items) return html`<p class="empty">Reading…</p>`;
    if (!items.length) {
      return html`<div class="empty"><h2>No schedules</h2><p>A schedule has an agent send a message at times to come, once or again and again.</p>
        <p><a class="button" href=${href('schedules', NEW, { agent: this.agent })}>Create one</a></p></div>`;
    }
    return html`<parley-virtual-list label="Schedules" data-walks="subject" .items=${items} .rowHeight=${ROW_HEIGHT} .row=${(each) => this.#row(each)} @near-end=${() => this.#schedules.more()}></parley-virtual-list>`;
  }

  #row(schedule) {
    const { agentId, name, enabled, next } = schedule;
    const place = placeOf(schedule);
    const params = router.current.view === 'schedules' ? { agent: router.current.params.agent } : {};
    return html`
      <a class="message-row ${enabled ? '' : 'is-off'}" href=${href('schedules', place, params)} aria-current=${place === this.chosen ? 'true' : 'false'}>
        <span class="who"><strong><bdi>${plain(name)}</bdi></strong> <span class="faint"><bdi>${plain(agentId)}</bdi></span></span>
        <span class="meta">${enabled ? (next ? html`<time title=${moment(next)}>next ${time(next)}</time>` : nothing) : html`<span class="state state-canceled">off</span>`}</span>
        <span class="text"><bdi>${plain(timingOf(schedule))}</bdi></span>
      </a>
    `;
  }
}

class Schedules extends Part {
  render() {
    const { subject, params } = router.current;
    const agent = params.agent || undefined;
    return html`
      <div class="split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Schedules">
          <form class="filters" role="search" aria-label="Which schedules" @submit=${(e) => e.preventDefault()}>
            <input aria-label="Agent" placeholder="agent" list="schedule-agents" maxlength="128" autocomplete="off" .value=${agent ?? ''}
              @change=${(e) => router.with({ agent: e.target.value.trim() || undefined }, { replace: true })} />
            <datalist id="schedule-agents">${[...hub.agents.keys()].slice(0, 500).map((id) => html`<option value=${id}></option>`)}</datalist>
            <a class="button grow-end" href=${href('schedules', NEW, { agent })}>New schedule</a>
          </form>
          <parley-schedule-list .agent=${agent} .chosen=${subject}></parley-schedule-list>
        </section>
        <section class="pane subject-pane" aria-label="The chosen schedule">
          ${subject === NEW
            ? html`<parley-schedule-form .agent=${agent}></parley-schedule-form>`
            : subject
              ? html`<parley-schedule .place=${subject}></parley-schedule>`
              : html`<p class="empty">Choose a schedule to see what it sends, and what it came to.</p>`}
        </section>
      </div>
    `;
  }
}

customElements.define('parley-schedule-list', ScheduleList);
customElements.define('parley-schedules', Schedules);
