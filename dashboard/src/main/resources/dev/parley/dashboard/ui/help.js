import { html } from 'lit';
import { Part } from './element.js';
import { icon } from './icons.js';
import { SHORTCUTS } from './keyboard.js';

class Help extends Part {
  open() {
    const dialog = this.querySelector('dialog');
    if (!dialog.open) dialog.showModal();
  }

  #close() {
    this.querySelector('dialog').close();
  }

  render() {
    return html`
      <dialog class="sheet" aria-labelledby="help-title" @click=${(e) => e.target === e.currentTarget && this.#close()}>
        <header class="detail-head">
          <h2 id="help-title">Keyboard shortcuts</h2>
          <button class="icon-button" aria-label="Close" @click=${this.#close}>${icon('close')}</button>
        </header>
        <dl class="shortcuts">
          ${SHORTCUTS.map(
            ([keys, what]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`,
          )}
        </dl>
      </dialog>
    `;
  }
}

customElements.define('parley-help', Help);
