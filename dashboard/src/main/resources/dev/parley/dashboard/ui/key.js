/**
 * The second half of a login. The browser sends its cookie to every port of this host, so the cookie alone is not enough:
 * the hub also wants a key, which it told this page when somebody signed in. It is kept for this tab, over a reload, and
 * where only pages of this very address can read it; a new tab asks the others for it.
 */

const NAME = 'parley-key';
const ANSWER_MILLIS = 300;

class Key extends EventTarget {
  #value = sessionStorage.getItem(NAME) ?? '';
  #tabs = new BroadcastChannel(NAME);

  constructor() {
    super();
    this.#tabs.onmessage = ({ data }) => this.#onOtherTab(data);
  }

  /** What requests carry beside the cookie. */
  get headers() {
    return this.#value ? { 'Parley-Key': this.#value } : {};
  }

  /** The other tabs send the same cookie from now on, so they need the same key. */
  keep(value) {
    this.#set(value);
    this.#tabs.postMessage({ key: value });
  }

  forget() {
    this.#set('');
  }

  /** Has this tab a key, its own or another tab's? */
  async isFound() {
    if (this.#value) return true;
    this.#tabs.postMessage({ asks: true });
    await new Promise((done) => {
      this.addEventListener('found', done, { once: true });
      setTimeout(done, ANSWER_MILLIS);
    });
    return this.#value !== '';
  }

  #onOtherTab({ asks, key }) {
    if (asks && this.#value) this.#tabs.postMessage({ key: this.#value });
    if (!key || key === this.#value) return;
    this.#set(key);
    this.dispatchEvent(new Event('found'));
  }

  #set(value) {
    this.#value = value;
    if (value) sessionStorage.setItem(NAME, value);
    else sessionStorage.removeItem(NAME);
  }
}

export const key = new Key();
