import { html, nothing } from 'lit';
import { api } from './api.js';
import { attachmentsOf } from './attachments.js';
import { plain } from './chat-text.js';
import { decisionOf } from './decision.js';
import { Part } from './element.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { href, router } from './route.js';

const PAYLOAD_LENGTH_MAX = 100_000;

/** One request for leave with exactly what it is about, which is what an answer holds for. */
class OneApproval extends Part {
  static properties = { approvalId: {}, approval: { state: true }, message: { state: true }, problem: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['approval'], ({ detail }) => detail.id === this.approvalId && (this.approval = detail));
    this.hears(hub, ['reload'], () => this.#load());
  }

  willUpdate(changes) {
    if (!changes.has('approvalId')) return;
    this.approval = null;
    this.message = null;
    this.problem = '';
    this.#load();
  }

  async #load() {
    const id = this.approvalId;
    try {
      const approval = await api.approval(id);
      if (id !== this.approvalId) return;
      this.approval = approval;
      this.problem = '';
      const { message } = await api.message(id).catch(() => ({ message: null }));
      if (id === this.approvalId) this.message = message;
    } catch (e) {
      if (id === this.approvalId) this.problem = e.message;
    }
  }

  render() {
    const back = html`<a class="back narrow-only" href=${href('approvals', '', { state: router.current.params.state })}>All requests</a>`;
    if (this.problem) return html`<div class="subject">${back}<p class="empty" role="alert">${this.problem}</p></div>`;
    if (!this.approval) return html`<p class="empty">Reading…</p>`;
    const { asker, approvers, what, sha256, askedAt, expiresAt, decidedAt, door } = this.approval;
    return html`
      <div class="subject">
        ${back}
        <h2 class="task-title"><bdi>${what ? plain(what) : 'no words'}</bdi></h2>
        ${this.message ? html`${this.#payload(this.message.payload)} ${attachmentsOf(this.message)} ${decisionOf(this.message)}` : html`<p class="faint">Its message is not kept any more, or is not for you.</p>`}
        <dl class="facts">
          <dt>asked by</dt><dd><a href=${href('agents', asker)}><bdi>${plain(asker)}</bdi></a></dd>
          <dt>asked</dt><dd>${moment(askedAt)}, of <bdi>${plain(approvers.join(', '))}</bdi></dd>
          <dt>${decidedAt ? 'decided' : 'ends'}</dt><dd>${moment(decidedAt ?? expiresAt)}${door ? html`, through ${door}` : nothing}</dd>
          <dt>SHA-256</dt><dd><code>${sha256}</code></dd>
        </dl>
        <p class="detail-links"><a href=${router.toMessage(this.approvalId)}>Open the message</a></p>
      </div>
    `;
  }

  #payload(payload) {
    const text = JSON.stringify(payload ?? {}, null, 2);
    return html`
      <h3>What it is about</h3>
      <pre class="payload" tabindex="0" aria-label="What it is about">${plain(text.slice(0, PAYLOAD_LENGTH_MAX))}</pre>
      ${text.length > PAYLOAD_LENGTH_MAX ? html`<p class="bad">Only the first ${PAYLOAD_LENGTH_MAX} characters are shown: open the message for all of it.</p>` : nothing}
    `;
  }
}

customElements.define('parley-approval', OneApproval);
