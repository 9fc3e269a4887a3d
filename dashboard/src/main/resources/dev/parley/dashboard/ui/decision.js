import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { plain } from './chat-text.js';
import { drafts } from './drafts.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { say } from './toasts.js';
import { mayAnswer } from './waiting.js';

const REASON_LENGTH_MAX = 500;
const MINUTE = 60_000;

export const DECIDED = { allowed: 'Allowed', denied: 'Denied', expired: 'Not answered in time, so denied' };

/** How long there is to answer. */
export function left(until, now = Date.now()) {
  const minutes = Math.floor((until - now) / MINUTE);
  if (until <= now) return 'time is over';
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 120) return `${minutes} min left`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h left` : `${Math.floor(minutes / 1_440)} d left`;
}

/**
 * What a person is to decide about: an agent that asks for leave, or agents that the hub has stopped. Which of them a
 * message is, the hub says itself; what stands in the message is only shown.
 */
class Decision extends Part {
  static properties = { message: {}, found: { state: true }, problem: { state: true }, isAsking: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub, ['reload'], () => this.#load());
    this.hears(hub.live, ['message'], ({ detail }) => detail.message?.replyTo === this.message.id && this.#load());
    this.hears(hub.live, ['approval'], ({ detail }) => detail.id === this.message.id && this.#isApproval && (this.found = detail));
  }

  get #isApproval() {
    return this.message.command === 'approval.request';
  }

  willUpdate(changes) {
    if (!changes.has('message')) return;
    this.found = null;
    this.problem = '';
    this.#load();
  }

  async #load() {
    const { id, payload } = this.message;
    try {
      const found = this.#isApproval ? await api.approval(id) : await this.#stop(payload?.stopId);
      if (id === this.message.id) this.found = found;
    } catch (e) {
      if (id === this.message.id && e.status !== 404) this.problem = e.message;
    }
  }

  async #stop(stopId) {
    const { stops } = await api.governor();
    return stops.find(({ id }) => id === stopId) ?? null;
  }

  async #answer(decide) {
    this.isAsking = true;
    try {
      await decide();
    } catch (e) {
      say(e.message, 'bad');
    }
    this.isAsking = false;
    await this.#load();
  }

  render() {
    if (this.problem) return html`<p class="faint" role="alert">${this.problem}</p>`;
    if (!this.found) return nothing;
    return html`<section class="decision" aria-label="Your decision">${this.#isApproval ? this.#approval(this.found) : this.#stopped(this.found)}</section>`;
  }

  #approval(approval) {
    const { asker, state, expiresAt, by, reason } = approval;
    return html`
      <p><strong><bdi>${plain(asker)}</bdi></strong> asks for leave. ${state === 'open' ? html`Without an answer until <time>${moment(expiresAt)}</time> (${left(expiresAt)}) it is denied.` : html`<strong>${DECIDED[state] ?? state}</strong>${by ? html` by <bdi>${plain(by)}</bdi>` : ''}${reason && by ? html`: <bdi>${plain(reason)}</bdi>` : ''}.`}</p>
      ${mayAnswer(approval) ? this.#buttons(approval) : nothing}
    `;
  }

  #buttons({ id, sha256 }) {
    const draft = `approval.${id}`;
    const answer = (allow) => () =>
      this.#answer(async () => {
        const reason = this.querySelector('[name=reason]').value.trim();
        await api.answerApproval(id, { allow, sha256, reason: reason || undefined });
        drafts.put(hub.self, draft, '');
      });
    return html`
      <input name="reason" aria-label="Why (optional)" placeholder="why (optional)" maxlength=${REASON_LENGTH_MAX} autocomplete="off" .value=${drafts.get(hub.self, draft).text} @input=${(e) => drafts.put(hub.self, draft, e.target.value)} />
      <p class="actions">
        <button ?disabled=${this.isAsking} @click=${answer(true)}>Allow</button>
        <button class="danger" ?disabled=${this.isAsking} @click=${answer(false)}>Deny</button>
      </p>
    `;
  }

  #stopped({ id, state, agents }) {
    const allowed = state === 'allowed';
    return html`
      <p>${allowed ? 'It was let go on.' : html`The hub has stopped <strong>${agents.join(', ')}</strong>.`}</p>
      ${allowed ? nothing : html`<p class="actions"><button ?disabled=${this.isAsking} @click=${() => this.#answer(() => api.allowStop(id))}>Let it go on</button></p>`}
    `;
  }
}

/** The decision that a message asks for, if it asks for one. Only the hub itself says that it has stopped somebody. */
export function decisionOf(message) {
  const isStop = message.command === 'governor.stopped' && message.origin === 'system';
  return isStop || message.command === 'approval.request' ? html`<parley-decision .message=${message}></parley-decision>` : nothing;
}

customElements.define('parley-decision', Decision);
