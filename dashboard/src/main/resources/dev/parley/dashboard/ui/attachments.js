import { html, nothing } from 'lit';
import { api } from './api.js';
import { bytes } from './format.js';

/** What a message has attached. Names and types were written by others: they are only ever shown as text. */

const SHA256 = /^[0-9a-f]{64}$/;
const SHOWN_MAX = 32;
const NAME_LENGTH_MAX = 120;
const SAVED_MILLIS = 60_000;

const text = (value) => (typeof value === 'string' ? value.slice(0, NAME_LENGTH_MAX) : '');

function about({ size, contentType }) {
  return [Number.isFinite(size) ? bytes(size) : '', text(contentType)].filter(Boolean).join(', ');
}

/** Fetched here rather than by a link, which would not carry the key; saved under its name, never opened. */
async function download(button, sha256, name) {
  button.disabled = true;
  try {
    const address = URL.createObjectURL(await api.blob(sha256));
    const link = Object.assign(document.createElement('a'), { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), SAVED_MILLIS);
  } catch (e) {
    button.title = e.message;
    button.after(` ${e.message}`);
  } finally {
    button.disabled = false;
  }
}

function item(attachment) {
  const name = text(attachment.name) || 'unnamed';
  const isHere = SHA256.test(attachment.sha256);
  const onClick = (event) => download(event.currentTarget, attachment.sha256, name);
  return html`
    <li>
      ${isHere ? html`<button class="link" @click=${onClick}><bdi>${name}</bdi></button>` : html`<bdi>${name}</bdi>`}
      <span class="faint">${about(attachment)}</span>
    </li>
  `;
}

export function attachmentsOf({ attachments }) {
  const shown = Array.isArray(attachments) ? attachments.filter((one) => one && typeof one === 'object').slice(0, SHOWN_MAX) : [];
  return shown.length
    ? html`
        <h3>Attachments</h3>
        <ul class="attachments" aria-label="Attachments">
          ${shown.map(item)}
        </ul>
      `
    : nothing;
}
