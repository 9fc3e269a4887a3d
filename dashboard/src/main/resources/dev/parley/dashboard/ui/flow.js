import { html, nothing } from 'lit';
import { Part } from './element.js';
import { FilteredFlow } from './filtered-flow.js';
import { hub } from './hub.js';
import { messageRow } from './message-row.js';
import { metrics } from './metrics.js';
import { router } from './route.js';
import { settings } from './settings.js';
import './virtual-list.js';

/** Everything that is said, as it is said: a graph of who talks to whom, and the list beside it. */
class FlowView extends Part {
  connectedCallback() {
    super.connectedCallback();
    this.#fetchGraph();
    this.hears(hub, ['reload'], () => {
      this.#fetchGraph();
      this.#filtered.load();
    });
    this.hears(hub.live, ['message'], ({ detail }) => this.#filtered.onMessage(detail));
  }

  disconnectedCallback() {
    this.#filtered.show({});
    super.disconnectedCallback();
  }

  /** The list is what people wait for; the graph and its library come after the first picture, or with the hub. */
  async #fetchGraph() {
    try {
      await import('./graph.js');
    } catch (e) {
      console.warn('the graph could not be loaded', e);
    }
  }

  #filtered = new FilteredFlow(() => this.requestUpdate());

  /** What is on screen: everything, or what fits the filters. */
  get #flow() {
    return this.#filtered.isOn ? this.#filtered.flow : hub.flow;
  }

  willUpdate() {
    const { from, to, type } = router.current.params;
    this.#filtered.show({ from, to, type });
  }

  #filter(name) {
    return (event) => router.with({ [name]: event.target.value.trim() || undefined }, { replace: true });
  }

  render() {
    const { params } = router.current;
    const flow = this.#flow;
    flow.settle();
    const isFiltered = this.#filtered.isOn;
    return html`
      ${metrics()}
      <div class="flow-panes">
        <section class="pane graph-pane" aria-label="Who talks to whom">
          <parley-graph></parley-graph>
        </section>
        <section class="pane list-pane" aria-label="Messages">
          <form class="filters" role="search" aria-label="Filter the flow" @submit=${(e) => e.preventDefault()}>
            <input aria-label="From" placeholder="from" list="agent-names" .value=${params.from ?? ''} @change=${this.#filter('from')} />
            <input aria-label="To" placeholder="to" list="agent-names" .value=${params.to ?? ''} @change=${this.#filter('to')} />
            <select aria-label="Type" .value=${params.type ?? ''} @change=${this.#filter('type')}>
              <option value="">any type</option>
              ${['message', 'mention', 'proposal', 'command', 'info', 'task', 'task_result', 'task_status'].map(
                (type) => html`<option value=${type} ?selected=${params.type === type}>${type}</option>`,
              )}
            </select>
            ${isFiltered
              ? html`<button type="button" @click=${() => router.with({ from: undefined, to: undefined, type: undefined }, { replace: true })}>Clear</button>`
              : nothing}
            <span class="faint grow-end">${flow.isLoaded ? flow.extent : nothing}</span>
          </form>
          <datalist id="agent-names">${[...hub.agents.keys()].slice(0, 200).map((id) => html`<option value=${id}></option>`)}</datalist>
          ${flow.items.length
            ? html`<parley-virtual-list
                label="Messages, newest first"
                .items=${flow.items}
                .rowHeight=${settings.rowHeight}
                .row=${(item) => messageRow(item)}
                @near-end=${() => (isFiltered ? this.#filtered.older() : hub.older())}
              ></parley-virtual-list>`
            : this.#empty(flow, isFiltered)}
        </section>
      </div>
    `;
  }

  #empty(flow, isFiltered) {
    if (isFiltered && this.#filtered.problem) return html`<p class="empty" role="alert">${this.#filtered.problem}</p>`;
    if (!flow.isLoaded) return html`<p class="empty">Reading…</p>`;
    if (isFiltered) return html`<p class="empty">No message fits these filters.</p>`;
    const others = [...hub.agents.keys()].filter((id) => id !== 'developer');
    return html`
      <div class="empty">
        <h2>Nothing has been said yet</h2>
        ${others.length
          ? html`<p>Say something: press <kbd>c</kbd>, or run</p>
              <pre>parley send ${others[0]} 'hello'</pre>`
          : html`<p>There is nobody to talk to yet. Add an agent, then write to it:</p>
              <pre>parley agents add researcher
parley send researcher 'hello'</pre>`}
      </div>
    `;
  }
}

customElements.define('parley-flow', FlowView);
