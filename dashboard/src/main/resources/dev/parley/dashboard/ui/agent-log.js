import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { Part } from './element.js';
import { framesOf } from './events.js';

const TEXT_LENGTH_MAX = 200_000;
const RETRY_MILLIS_MIN = 1_000;
const RETRY_MILLIS_MAX = 15_000;
/** So close to its end it is read along. */
const END_PIXELS = 40;
/** What terminals obey and nobody reads. */
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** What an agent's program or an app writes, as it writes it. Who scrolls back stays there. */
class AgentLog extends Part {
  static properties = { agentId: {}, appId: {}, text: { state: true }, state: { state: true }, problem: { state: true } };

  #abort = new AbortController();
  #timer = 0;
  #retry = RETRY_MILLIS_MIN;
  #isAtEnd = true;

  disconnectedCallback() {
    this.#stop();
    super.disconnectedCallback();
  }

  willUpdate(changes) {
    if (!changes.has('agentId') && !changes.has('appId')) return;
    this.#retry = RETRY_MILLIS_MIN;
    this.#follow();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  async #follow() {
    this.#stop();
    const abort = new AbortController();
    this.#abort = abort;
    Object.assign(this, { text: '', state: 'reading', problem: '' });
    try {
      const response = await (this.appId ? api.appLog(this.appId, abort.signal) : api.agentLog(this.agentId, abort.signal));
      this.state = 'live';
      for await (const fields of framesOf(response)) {
        if (abort.signal.aborted) return;
        this.#retry = RETRY_MILLIS_MIN;
        if (fields.get('event') === 'end') this.state = 'ended';
        else if (fields.get('event') === 'log') this.#add(JSON.parse(fields.get('data')).text);
      }
      if (this.state === 'ended' || abort.signal.aborted) return;
    } catch (e) {
      if (abort.signal.aborted) return;
      if (e.status && e.status < 500 && e.status !== 429) {
        this.problem = e.message;
        return;
      }
    }
    this.state = 'lost';
    this.#timer = setTimeout(() => this.#follow(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, RETRY_MILLIS_MAX);
  }

  #add(piece) {
    const text = this.text + plain(String(piece).replaceAll(ESCAPES, ''));
    const over = text.length - TEXT_LENGTH_MAX;
    // Whole lines go, if there are any.
    this.text = over > 0 ? text.slice(Math.max(over, text.indexOf('\n', over) + 1)) : text;
  }

  updated() {
    const log = this.querySelector('.log');
    if (log && this.#isAtEnd) log.scrollTop = log.scrollHeight;
  }

  #onScroll({ target }) {
    this.#isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < END_PIXELS;
  }

  render() {
    if (this.problem) return html`<p class="empty" role="alert">${this.problem}</p>`;
    const said = { reading: 'Reading…', live: 'Following what it writes', lost: 'Connection lost, trying again…', ended: 'Its program has ended' }[this.state];
    return html`
      <p class="filters"><span class="faint" role="status">${said}</span>${this.state === 'ended' ? html`<button class="grow-end" @click=${() => this.#follow()}>Read again</button>` : nothing}</p>
      ${this.text ? html`<pre class="log" tabindex="0" aria-label="What its program writes" @scroll=${this.#onScroll}>${this.text}</pre>` : html`<p class="empty">${this.state === 'reading' ? 'Reading…' : 'It has written nothing yet.'}</p>`}
    `;
  }
}

customElements.define('parley-agent-log', AgentLog);
