/**
 * The stream of `/api/events`. The browser reconnects by itself and says where it stopped, so nothing is missed; only
 * when the hub turned it away does it give up, and then this asks whether we are still signed in, and starts over.
 */

const NAMES = ['message', 'state', 'agent', 'group', 'presence', 'deadLetter', 'stats', 'resync'];
const RETRY_MILLIS_MIN = 1_000;
const RETRY_MILLIS_MAX = 15_000;

export class LiveEvents extends EventTarget {
  #source = null;
  #retry = RETRY_MILLIS_MIN;
  #timer = 0;

  /** `off`, `connecting`, `live` or `lost`. */
  state = 'off';

  open() {
    this.close();
    this.#set('connecting');
    this.#connect(false);
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#set('off');
  }

  #connect(isAnew) {
    const source = new EventSource('/api/events');
    this.#source = source;
    source.onopen = () => {
      this.#retry = RETRY_MILLIS_MIN;
      this.#set('live');
      // A stream of our own making begins at now: what happened meanwhile has to be read.
      if (isAnew) this.#emit('resync', { reason: 'the connection was made anew' });
    };
    source.onerror = () => {
      this.#set('lost');
      if (source.readyState !== EventSource.CLOSED) return;
      this.#emit('refused', {});
      this.#timer = setTimeout(() => this.#connect(true), this.#retry);
      this.#retry = Math.min(this.#retry * 2, RETRY_MILLIS_MAX);
    };
    for (const name of NAMES) {
      source.addEventListener(name, (event) => {
        try {
          this.#emit(name, JSON.parse(event.data));
        } catch (e) {
          console.error(`an event '${name}' is not JSON`, e);
        }
      });
    }
  }

  #set(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event('state-change'));
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
