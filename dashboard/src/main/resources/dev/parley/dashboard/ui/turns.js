import { html, nothing } from 'lit';
import { api } from './api.js';
import { debounced, Part } from './element.js';
import { ago, plural } from './format.js';
import { hub } from './hub.js';
import { href } from './route.js';
import { say } from './toasts.js';
import './lanes.js';

const TURNS_SHOWN = 20;
const KINDS = { text: 'says', thinking: 'thinks', tool: 'uses', permission: 'asks leave' };

/** What an agent's brain does: the turn it makes right now, as it happens, what waits, and the turns it has made. */
class Turns extends Part {
  static properties = {
    agentId: {},
    open: { state: true },
    turns: { state: true },
    brain: { state: true },
    problem: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['turn'], ({ detail }) => this.#on(detail));
    this.hears(hub, ['reload'], () => this.#soon());
  }

  disconnectedCallback() {
    this.#soon.cancel();
    super.disconnectedCallback();
  }

  #soon = debounced(150, () => this.#load());

  willUpdate(changes) {
    if (!changes.has('agentId')) return;
    this.open = null;
    this.turns = [];
    this.brain = null;
    this.#load();
  }

  async #load() {
    const asked = this.agentId;
    try {
      const { autoRun = null, open, turns } = await api.turns(asked, { limit: TURNS_SHOWN });
      if (asked !== this.agentId) return;
      Object.assign(this, { open, turns, brain: autoRun, problem: '' });
    } catch (e) {
      if (asked === this.agentId) this.problem = e.message;
    }
  }

  /** A piece that does not follow on what is here was missed: then all of it is read anew. */
  #on(event) {
    if (event.agentId !== this.agentId) return;
    const turn = this.open?.find(({ turnId }) => turnId === event.turnId);
    if (event.change !== 'step' || !turn) return this.#soon();
    const { step: at, offset, kind, text, call, tool, result, failed } = event;
    const step = turn.steps[at];
    if (result !== undefined && step) Object.assign(step, { result, failed });
    else if (!step && at === turn.steps.length && offset === 0) turn.steps.push({ kind, text, call, tool });
    else if (step?.kind === kind && step.text.length === offset) step.text += text;
    else return this.#soon();
    this.requestUpdate();
  }

  async #cancel(session) {
    try {
      await api.cancelTurn(this.agentId, session);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  render() {
    if (this.problem) return html`<p class="faint" role="alert">${this.problem}</p>`;
    if (!this.open || (!this.brain && !this.open.length && !this.turns.length)) return nothing;
    return html`
      <h3>Turns</h3>
      ${this.brain ? html`<p class="faint">${this.brain.enabled ? 'Runs by itself' : 'Does not run by itself now'}, with the brain <code>${this.brain.brain}</code>${this.brain.triage ? html`, after <code>${this.brain.triage}</code> was asked whether to answer` : nothing}.</p>` : nothing}
      ${this.open.map((each) => this.#open(each))}
      ${this.turns.length ? html`<ol class="turns" aria-label="Turns that have ended">${this.turns.map((each) => this.#ended(each))}</ol>` : html`<p class="faint">It has made no turn yet.</p>`}
      <parley-lanes .agentId=${this.agentId}></parley-lanes>
    `;
  }

  #open({ session, waiting, startedAt, turnId, steps = [] }) {
    const isRunning = startedAt !== undefined;
    return html`
      <section class="live-turn" aria-label="Turn in ${session}">
        <header>
          <i class="presence ${isRunning ? 'online' : ''}" aria-hidden="true"></i>
          <strong>${session}</strong>
          <span class="faint">${isRunning ? `began ${ago(startedAt)}` : 'waits for its turn'}, ${plural(waiting.length, 'message')}</span>
          ${turnId ? html`<button class="danger" @click=${() => this.#cancel(session)}>Stop</button>` : nothing}
        </header>
        ${steps.length ? html`<ol class="steps">${steps.map((step) => this.#step(step))}</ol>` : nothing}
      </section>
    `;
  }

  #step({ kind, text, tool, result, failed }) {
    if (kind !== 'tool') return html`<li class="step ${kind}"><span class="faint">${KINDS[kind] ?? kind}</span><div class="step-text">${text}</div></li>`;
    return html`
      <li class="step tool">
        <details>
          <summary><span class="faint">${KINDS.tool}</span> <code>${tool}</code> ${result === undefined ? html`<span class="faint">works…</span>` : html`<span class=${failed ? 'bad' : 'faint'}>${failed ? 'failed' : 'done'}</span>`}</summary>
          <pre tabindex="0">${text}</pre>
          ${result === undefined ? nothing : html`<pre tabindex="0">${result}</pre>`}
        </details>
      </li>
    `;
  }

  #ended({ session, startedAt, endedAt, outcome, text, messages }) {
    return html`
      <li class="turn">
        <span class="outcome ${outcome}">${outcome}</span>
        <span class="turn-text">${text || html`<span class="faint">nothing to say</span>`}</span>
        <span class="faint">${session}, ${messages.length ? html`<a href=${href('thread', messages.at(-1))}>${plural(messages.length, 'message')}</a>` : 'no message'}, ${ago(endedAt)}, ${((endedAt - startedAt) / 1000).toFixed(1)} s</span>
      </li>
    `;
  }
}

customElements.define('parley-turns', Turns);
