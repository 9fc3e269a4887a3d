import { LitElement } from 'lit';
import { hub } from './hub.js';
import { router } from './route.js';
import { settings } from './settings.js';

/**
 * A part of the page. It draws into the document itself, so that one style sheet and one set of ids hold everywhere, and
 * again whenever the hub's state, the route or a setting changes; the hub tells at most once a frame.
 */
export class Part extends LitElement {
  #redraw = () => this.requestUpdate();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    for (const source of [hub, router, settings]) source.addEventListener('change', this.#redraw);
  }

  disconnectedCallback() {
    for (const source of [hub, router, settings]) source.removeEventListener('change', this.#redraw);
    for (const [target, name, handler] of this.#heard) target.removeEventListener(name, handler);
    this.#heard = [];
    super.disconnectedCallback();
  }

  /** Listens for as long as the part is on the page; to be called when it gets there. */
  hears(target, names, handler) {
    for (const name of names) {
      target.addEventListener(name, handler);
      this.#heard.push([target, name, handler]);
    }
  }

  #heard = [];
}

/** Runs once things have been quiet for a moment, however often it is called. */
export function debounced(millis, action) {
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(action, millis);
  };
  run.cancel = () => clearTimeout(timer);
  return run;
}
