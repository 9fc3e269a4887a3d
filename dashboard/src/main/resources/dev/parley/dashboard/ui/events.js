import { key } from './key.js';

/**
 * The stream of `/api/events`, read with `fetch`, because an EventSource cannot send the key of the login. Whenever it
 * breaks off it is opened again from where it stopped, so nothing is missed; when the hub turns it away, whoever listens
 * is asked to see whether we are still signed in.
 */

const RETRY_MILLIS_MIN = 1_000;
const RETRY_MILLIS_MAX = 15_000;
const OPENING_MILLIS = 2_000;

/** The events of an answer, each as its fields, until it ends: lines of `name: value`, of which the hub writes each once. */
export async function* framesOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const frames = (rest + value).split('\n\n');
    rest = frames.pop();
    for (const frame of frames) {
      yield new Map(
        frame.split('\n').map((line) => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
    }
  }
}

export class LiveEvents extends EventTarget {
  #abort = new AbortController();
  #retry = RETRY_MILLIS_MIN;
  #lastId = '';
  #timer = 0;

  /** `off`, `connecting`, `live` or `lost`. */
  state = 'off';

  /** Settles when the stream is live or was not to be had: what is read afterwards misses nothing that is told. */
  open() {
    this.close();
    this.#set('connecting');
    const decided = new Promise((done) => {
      this.addEventListener('state-change', done, { once: true });
      setTimeout(done, OPENING_MILLIS);
    });
    this.#connect(false);
    return decided;
  }

  close() {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#lastId = '';
    this.#retry = RETRY_MILLIS_MIN;
    this.#set('off');
  }

  async #connect(isAgain) {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const headers = { Accept: 'text/event-stream', ...key.headers };
      if (this.#lastId) headers['Last-Event-ID'] = this.#lastId;
      const response = await fetch('/api/events', { headers, signal: abort.signal, credentials: 'same-origin', cache: 'no-store' });
      if (response.ok) await this.#read(response, isAgain && !this.#lastId, abort.signal);
      else this.#emit('refused', {});
    } catch (e) {
      if (e.name !== 'AbortError' && !(e instanceof TypeError)) console.error('the events broke off', e);
    }
    if (abort.signal.aborted) return;
    this.#set('lost');
    this.#timer = setTimeout(() => this.#connect(true), this.#retry);
    this.#retry = Math.min(this.#retry * 2, RETRY_MILLIS_MAX);
  }

  async #read(response, isAnew, signal) {
    this.#retry = RETRY_MILLIS_MIN;
    this.#set('live');
    // A stream without a place to go on from begins at now: what happened meanwhile has to be read.
    if (isAnew) this.#emit('resync', { reason: 'the connection was made anew' });
    for await (const fields of framesOf(response)) {
      if (signal.aborted) return;
      this.#take(fields);
    }
  }

  #take(fields) {
    if (fields.has('retry')) this.#retry = Math.min(Number(fields.get('retry')) || RETRY_MILLIS_MIN, RETRY_MILLIS_MAX);
    if (fields.has('id')) this.#lastId = fields.get('id');
    if (!fields.has('event') || !fields.has('data')) return;
    try {
      this.#emit(fields.get('event'), JSON.parse(fields.get('data')));
    } catch (e) {
      console.error(`an event '${fields.get('event')}' is not JSON`, e);
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
