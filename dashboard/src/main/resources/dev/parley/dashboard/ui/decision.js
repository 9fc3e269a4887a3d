import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { say } from './toasts.js';

const STATES = { allowed: 'Allowed', denied: 'Denied', expired: 'Not answered in time, so denied' };

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
    const { stops } = await api.stops();
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

  #approval({ id, asker, approvers, sha256, state, expiresAt, by, reason }) {
    const may = state === 'open' && asker !== hub.self && (hub.isOwner || approvers.includes(hub.self));
    return html`
      <p><strong>${asker}</strong> asks for leave. ${state === 'open' ? html`Without an answer until <time>${moment(expiresAt)}</time> it is denied.` : html`<strong>${STATES[state] ?? state}</strong>${by ? ` by ${by}` : ''}${reason && by ? `: ${reason}` : ''}.`}</p>
      ${may
        ? html`<p class="actions">
            <button ?disabled=${this.isAsking} @click=${() => this.#answer(() => api.answerApproval(id, { allow: true, sha256 }))}>Allow</button>
            <button class="danger" ?disabled=${this.isAsking} @click=${() => this.#answer(() => api.answerApproval(id, { allow: false, sha256 }))}>Deny</button>
          </p>`
        : nothing}
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
