import { html, nothing } from 'lit';
import { Part } from './element.js';

const REASON_LENGTH_MAX = 500;
const bus = new EventTarget();

/**
 * Asks before something that cannot be taken back. Settles with what was typed as a reason, `''` where none is wanted,
 * or with null when it is not to be done.
 *
 * @param does what the button says that does it
 * @param reason the label of a field for a reason, if one may be given
 * @param keeps what the button says that does nothing
 */
export function ask({ title, text = '', does, reason = '', keeps = 'Keep it as it is' }) {
  return new Promise((answer) => bus.dispatchEvent(new CustomEvent('ask', { detail: { title, text, does, reason, keeps, answer } })));
}

/** The one dialog that asks. Whoever presses Enter at once, or leaves, has not agreed. */
class Ask extends Part {
  static properties = { question: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.hears(bus, ['ask'], ({ detail }) => this.#open(detail));
  }

  disconnectedCallback() {
    this.#settle(null);
    super.disconnectedCallback();
  }

  async #open(question) {
    this.#settle(null);
    this.question = question;
    await this.updateComplete;
    const dialog = this.querySelector('dialog');
    if (!dialog.open) dialog.showModal();
    this.querySelector('[data-no]').focus();
  }

  #settle(answer) {
    this.question?.answer(answer);
    this.question = null;
  }

  #does(event) {
    event.preventDefault();
    const reason = new FormData(event.target).get('reason') ?? '';
    this.#settle(reason.trim());
    this.querySelector('dialog').close();
  }

  render() {
    const { title, text, does, reason, keeps } = this.question ?? {};
    return html`
      <dialog class="sheet ask" role="alertdialog" aria-labelledby="ask-title" aria-describedby="ask-text" @close=${() => this.#settle(null)}>
        ${this.question
          ? html`
            <form @submit=${this.#does}>
              <h2 id="ask-title">${title}</h2>
              <p id="ask-text">${text}</p>
              ${reason ? html`<label for="ask-reason">${reason}</label><input id="ask-reason" name="reason" maxlength=${REASON_LENGTH_MAX} autocomplete="off" />` : nothing}
              <p class="actions">
                <button type="button" data-no @click=${() => this.querySelector('dialog').close()}>${keeps}</button>
                <button class="danger">${does}</button>
              </p>
            </form>`
          : nothing}
      </dialog>
    `;
  }
}

customElements.define('parley-ask', Ask);
