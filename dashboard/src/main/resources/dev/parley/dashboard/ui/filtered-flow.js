import { api } from './api.js';
import { Flow } from './flow-store.js';
import { fits } from './message.js';

const PAGE = 200;

/**
 * The messages that fit the filters of the flow. The hub looks for them, because what is on the page is only the newest
 * of all; what is said from now on is looked at here.
 */
export class FilteredFlow {
  flow = new Flow();
  problem = '';

  #changed;
  #filter = {};
  #key = '';
  #abort = new AbortController();

  constructor(changed) {
    this.#changed = changed;
  }

  get isOn() {
    return this.#key !== '';
  }

  /** With other filters everything begins anew; what is still being looked for then is of no use to anybody. */
  show({ from = '', to = '', type = '' }) {
    const key = from || to || type ? JSON.stringify([from, to, type]) : '';
    if (key === this.#key) return;
    this.#key = key;
    this.#filter = { from, to, type };
    this.flow = new Flow();
    this.load();
  }

  async load() {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.flow.startLoad();
    if (this.isOn) await this.#read({}, (flow, page) => flow.load(page));
  }

  async older() {
    const { flow } = this;
    if (flow.mayReadOlder) await this.#read({ cursor: flow.older, limit: 500 }, (_, page) => flow.append(page));
  }

  async #read(more, take) {
    const { flow } = this;
    flow.isLoading = true;
    try {
      const page = await api.messages({ limit: PAGE, ...this.#filter, ...more }, this.#abort.signal);
      take(flow, page);
      this.problem = '';
    } catch (e) {
      if (e.name === 'AbortError') return;
      flow.failed();
      this.problem = e.message;
    } finally {
      flow.isLoading = false;
    }
    this.#changed();
  }

  onMessage({ message, recipients, delivered }) {
    if (!this.isOn || !this.#isWanted(message, recipients ?? [])) return;
    if (this.flow.add(message, recipients, delivered)) this.#changed();
  }

  #isWanted(message, recipients) {
    const { from, to, type } = this.#filter;
    return (
      (!from || message.from === from) &&
      (!type || (message.type ?? 'message') === type) &&
      (!to || (to.includes('/') ? fits(to, String(message.path ?? '')) : recipients.some((name) => name.split('/')[0] === to)))
    );
  }
}
