import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { debounced, Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { router } from './route.js';

const COPIES_SHOWN = 20;
const AFTER_EVENT_MILLIS = 250;
const OUTCOMES = { answered: 'answered', declined: 'nothing to say', failed: 'failed' };

/** What became of a message and when: a row for each step, its bar on the axis of all of them. */
class Waterfall extends Part {
  static properties = { messageId: {}, found: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['turn'], ({ detail }) => this.#isMine(detail) && this.#soon());
    this.hears(hub.live, ['state'], ({ detail }) => detail.messageId === this.messageId && this.#soon());
    this.hears(hub.live, ['message'], ({ detail }) => detail.message?.replyTo === this.messageId && this.#soon());
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(AFTER_EVENT_MILLIS, () => this.#load());

  #isMine({ change, turnId, messages, kind }) {
    if (change === 'started') return messages?.includes(this.messageId);
    return (change === 'ended' || kind === 'tool') && this.found?.turns.some((turn) => turn.turnId === turnId);
  }

  willUpdate(changes) {
    if (!changes.has('messageId')) return;
    this.found = null;
    this.#load();
  }

  async #load() {
    const id = this.messageId;
    // The rest of the message is there without it.
    const found = await api.waterfall(id).catch(() => null);
    if (id === this.messageId) this.found = found;
  }

  render() {
    const { acceptedAt, turns = [], copies = [], replies = [] } = this.found ?? {};
    if (!turns.length && !replies.length && !copies.some(({ pushedAt }) => pushedAt)) return nothing;
    const steps = stepsOf(this.found, Date.now());
    const end = Math.max(acceptedAt + 1, ...steps.filter(({ isAside }) => !isAside).map(({ until }) => until));
    return html`
      <h3>How it went</h3>
      <div class="waterfall" tabindex="0" role="region" aria-label="How it went">
        <table>
          <thead>
            <tr><th scope="col">Step</th><th scope="col" class="axis"><span aria-hidden="true">0</span><span class="visually-hidden">When</span><span aria-hidden="true">${duration(end - acceptedAt)}</span></th><th scope="col">After</th><th scope="col">Took</th></tr>
          </thead>
          <tbody>
            ${steps.map((step) => this.#row(step, acceptedAt, end))}
          </tbody>
        </table>
      </div>
      ${this.found.copiesLeftOut ? html`<p class="faint">${this.found.copiesLeftOut} copies are left out.</p>` : nothing}
    `;
  }

  #row({ who, what, from, until, kind, isOpen, link, isPoint }, start, end) {
    const share = (at) => Math.min(100, Math.max(0, ((at - start) / (end - start)) * 100));
    const left = share(from);
    return html`
      <tr>
        <th scope="row">${who ? html`<bdi class="faint">${plain(who)}</bdi> ` : nothing}${link ? html`<a href=${link}>${what}</a>` : what}</th>
        <td class="axis" aria-hidden="true"><i class="span span-${kind} ${isOpen ? 'is-open' : ''}" .style=${`left:${left.toFixed(2)}%;width:${(share(until) - left).toFixed(2)}%`}></i></td>
        <td title=${moment(from)}>${duration(from - start)}</td>
        <td>${isPoint ? nothing : isOpen ? html`${duration(until - from)}…` : duration(until - from)}</td>
      </tr>
    `;
  }
}

/** Milliseconds as one reads them. */
export function duration(millis) {
  const rounded = Math.max(0, Math.round(millis));
  if (rounded < 1_000) return `${rounded} ms`;
  if (rounded < 120_000) return `${(rounded / 1_000).toFixed(rounded < 10_000 ? 2 : 1)} s`;
  return `${Math.floor(rounded / 60_000)} min ${Math.round((rounded % 60_000) / 1_000)} s`;
}

/** In the order of their beginnings; what has not ended goes on until now. A copy may be fetched much later: aside. */
function stepsOf({ acceptedAt, copies = [], turns = [], replies = [] }, now) {
  const steps = [];
  const isAside = turns.length + replies.length > 0;
  const span = (who, what, kind, from, until, more) => from && steps.push({ who, what, kind, from, until: until ?? now, isOpen: !until, ...more });
  const point = (who, what, kind, at, more) => at && steps.push({ who, what, kind, from: at, until: at, isPoint: true, ...more });
  point('', 'accepted', 'state', acceptedAt);
  for (const { box, pushedAt, deliveredAt } of copies.slice(0, COPIES_SHOWN)) {
    if (pushedAt) span(box.name, 'pushed', 'state', acceptedAt, pushedAt, { isAside });
    point(box.name, 'delivered', 'state', deliveredAt, { isAside });
  }
  for (const turn of turns) {
    const { agentId: who, queuedAt, startedAt, triage, calledAt, firstAt, endedAt, outcome, tools = [] } = turn;
    span(who, 'queued', 'wait', queuedAt, startedAt ?? endedAt);
    if (triage) span(who, 'triage', 'think', triage.startedAt, triage.endedAt ?? endedAt);
    span(who, 'first token', 'think', calledAt, firstAt ?? endedAt);
    for (const tool of tools) span(who, html`<code>${plain(String(tool.tool))}</code>${tool.failed ? ' failed' : ''}`, tool.failed ? 'failed' : 'tool', tool.startedAt, tool.endedAt ?? endedAt);
    if (firstAt ?? startedAt) span(who, endedAt ? (OUTCOMES[outcome] ?? String(outcome)) : 'works', outcome === 'failed' ? 'failed' : 'answer', firstAt ?? startedAt, endedAt);
  }
  for (const { messageId, from, acceptedAt: at } of replies) point(from, 'reply', 'reply', at, { link: router.toMessage(messageId) });
  return steps.toSorted((one, other) => one.from - other.from || one.until - other.until);
}

customElements.define('parley-waterfall', Waterfall);
