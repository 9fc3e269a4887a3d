import { html } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { Part } from './element.js';

const SHOWN_MILLIS = 6_000;
const SHOWN_MAX = 4;
const bus = new EventTarget();
let next = 0;

/** Tells the person at the page something in passing; `bad` when it went wrong. */
export function say(text, kind = 'good') {
  bus.dispatchEvent(new CustomEvent('say', { detail: { id: next++, text, kind } }));
}

class Toasts extends Part {
  static properties = { shown: { state: true } };

  constructor() {
    super();
    this.shown = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.hears(bus, ['say'], ({ detail }) => {
      this.shown = [...this.shown, detail].slice(-SHOWN_MAX);
      setTimeout(() => (this.shown = this.shown.filter(({ id }) => id !== detail.id)), SHOWN_MILLIS);
    });
  }

  render() {
    return html`
      <div class="toasts" role="status" aria-live="polite">
        ${repeat(
          this.shown,
          ({ id }) => id,
          ({ text, kind }) => html`<p class="toast ${kind}">${text}</p>`,
        )}
      </div>
    `;
  }
}

customElements.define('parley-toasts', Toasts);
