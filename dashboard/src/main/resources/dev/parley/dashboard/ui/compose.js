import { html, nothing } from 'lit';
import { api } from './api.js';
import { Part } from './element.js';
import { plural } from './format.js';
import { hub } from './hub.js';
import { icon } from './icons.js';
import { router } from './route.js';
import { say } from './toasts.js';

/** A new message from the person at this page. */
class Compose extends Part {
  static properties = { problem: { state: true }, isSending: { state: true } };

  // The same for every attempt at the same message, so that trying again after a lost answer cannot send it twice.
  #key = '';
  #attempted = '';

  #keyOf(draft) {
    const text = JSON.stringify(draft);
    if (text !== this.#attempted) {
      this.#attempted = text;
      this.#key = crypto.randomUUID();
    }
    return this.#key;
  }

  firstUpdated() {
    const dialog = this.querySelector('dialog');
    dialog.showModal();
    dialog.addEventListener('close', () => router.with({ compose: undefined, composeTo: undefined, composeType: undefined }, { replace: true }));
    const { composeType } = router.current.params;
    if (composeType) {
      this.querySelector('details').open = true;
      this.querySelector('[name=type]').value = composeType;
    }
    const to = this.querySelector('[name=to]');
    to.value = router.current.params.composeTo ?? '';
    (to.value ? this.querySelector('[name=content]') : to).focus();
  }

  #close() {
    this.querySelector('dialog').close();
  }

  // A file that was stored for an attempt that failed is not sent to the hub again.
  #stored = new Map();

  async #attachments(form) {
    const files = [...form.querySelector('[type=file]').files];
    const attachments = [];
    for (const file of files) {
      if (!this.#stored.has(file)) this.#stored.set(file, await api.store(file));
      const { sha256, size, contentType } = this.#stored.get(file);
      attachments.push({ name: file.name, sha256, size, contentType });
    }
    return attachments.length ? attachments : undefined;
  }

  #draft(form, attachments) {
    const data = new FormData(form);
    const text = (name) => data.get(name)?.trim() || undefined;
    const to = text('to');
    const names = to.split(',').map((name) => name.trim()).filter(Boolean);
    const draft = {
      from: hub.isOwner ? hub.self : undefined,
      content: data.get('content') || undefined,
      command: text('command'),
      messageType: text('type'),
      priority: text('priority'),
      attachments,
    };
    if (names.length > 1 && names.every(isRecipient)) draft.to = names;
    else if (to.includes('/') || to.includes('*')) draft.path = to;
    else draft.to = names[0];
    const payload = text('payload');
    if (payload) {
      try {
        draft.payload = JSON.parse(payload);
      } catch (e) {
        throw new Error(`The payload is not JSON: ${e.message}`, { cause: e });
      }
    }
    return { ...draft, idempotencyKey: this.#keyOf(draft) };
  }

  async #send(event) {
    event.preventDefault();
    if (this.isSending) return;
    this.isSending = true;
    this.problem = '';
    try {
      const form = this.querySelector('form');
      const receipt = await api.send(this.#draft(form, await this.#attachments(form)));
      say(outcome(receipt), receipt.delivered === false || receipt.unreached?.length ? 'bad' : 'good');
      this.#close();
      if (router.current.view === 'flow') router.with({ m: receipt.messageId, compose: undefined, composeTo: undefined });
    } catch (e) {
      this.problem = e.message;
    }
    this.isSending = false;
  }

  #onKey(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.querySelector('form').requestSubmit();
  }

  render() {
    return html`
      <dialog class="sheet" aria-labelledby="compose-title">
        <header class="detail-head">
          <h2 id="compose-title">New message</h2>
          <button class="icon-button" aria-label="Close" @click=${this.#close}>${icon('close')}</button>
        </header>
        <form class="compose" @submit=${this.#send} @keydown=${this.#onKey}>
          <label for="compose-to">To</label>
          <input id="compose-to" name="to" list="compose-names" required maxlength="20000" placeholder="an agent, several with commas, or a path" autocomplete="off" />
          <datalist id="compose-names">
            ${[...hub.agents.keys()].slice(0, 500).map((id) => html`<option value=${id}></option>`)}
            ${[...hub.groups.keys()].slice(0, 500).map((name) => html`<option value="group/${name}"></option>`)}
          </datalist>
          <label for="compose-content">Message</label>
          <textarea id="compose-content" name="content" rows="6" placeholder="Ctrl+Enter sends"></textarea>
          <label for="compose-files">Attach files</label>
          <input id="compose-files" type="file" multiple />
          <details>
            <summary>More</summary>
            <div class="grid-2">
              <label for="compose-command">Command</label>
              <input id="compose-command" name="command" maxlength="128" placeholder="message" />
              <label for="compose-type">Type</label>
              <select id="compose-type" name="type">
                <option value="">message</option>
                ${['mention', 'proposal', 'command', 'info', 'task'].map((type) => html`<option>${type}</option>`)}
              </select>
              <label for="compose-priority">Priority</label>
              <select id="compose-priority" name="priority">
                <option value="">normal</option>
                <option>high</option>
                <option>low</option>
              </select>
            </div>
            <label for="compose-payload">Payload (JSON object)</label>
            <textarea id="compose-payload" name="payload" rows="4" class="mono" spellcheck="false" placeholder='{"topic": "…"}'></textarea>
          </details>
          ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
          <p class="actions">
            <button class="primary" ?disabled=${this.isSending}>Send as ${hub.self}</button>
            <button type="button" @click=${this.#close}>Cancel</button>
          </p>
        </form>
      </dialog>
    `;
  }
}

const isRecipient = (name) => !name.includes('*') && (!name.includes('/') || name.startsWith('group/'));

const nameOf = (recipient) => (typeof recipient === 'string' ? recipient : (recipient.agentId ?? recipient.name ?? ''));

function outcome({ delivered, recipients = [], unreached = [] }) {
  if (delivered === false) return 'It reached nobody: see the dead letters';
  const names = recipients.length <= 3 ? recipients.map(nameOf).join(', ') : plural(recipients.length, 'agent');
  const missing = unreached.length ? `; there is no agent ${unreached.slice(0, 3).join(', ')}${unreached.length > 3 ? ', …' : ''}` : '';
  return `Sent${recipients.length ? ` to ${names}` : ''}${missing}`;
}

customElements.define('parley-compose', Compose);
