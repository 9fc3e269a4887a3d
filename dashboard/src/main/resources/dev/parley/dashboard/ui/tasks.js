import { html } from 'lit';
import { Part } from './element.js';
import { hub } from './hub.js';
import { router } from './route.js';
import { STATES } from './task-list.js';
import './task.js';

/** What agents have asked each other to do. Which of it is shown stands in the address. */
class Tasks extends Part {
  #set(name) {
    return (event) => router.with({ [name]: event.target.value.trim() || undefined }, { replace: true });
  }

  render() {
    const { subject, params } = router.current;
    const { state = '', agent = '' } = params;
    return html`
      <div class="split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Tasks">
          <form class="filters" role="search" aria-label="Which tasks" @submit=${(e) => e.preventDefault()}>
            <select aria-label="State" @change=${this.#set('state')}>
              <option value="" ?selected=${!state}>Every state</option>
              <option value="open" ?selected=${state === 'open'}>Open</option>
              ${Object.entries(STATES).map(([value, name]) => html`<option value=${value} ?selected=${value === state}>${name}</option>`)}
            </select>
            <input aria-label="Agent" placeholder="agent" list="task-agents" maxlength="128" autocomplete="off" .value=${agent} @change=${this.#set('agent')} />
            <datalist id="task-agents">${[...hub.agents.keys()].slice(0, 500).map((id) => html`<option value=${id}></option>`)}</datalist>
            <button type="button" class="grow-end" @click=${() => router.with({ compose: 'new', composeType: 'task', composeTo: agent || undefined })}>New task</button>
          </form>
          <parley-task-list .agent=${agent || undefined} .state=${state || undefined} .chosen=${subject}></parley-task-list>
        </section>
        <section class="pane subject-pane" aria-label="The chosen task">
          ${subject ? html`<parley-task .taskId=${subject}></parley-task>` : html`<p class="empty">Choose a task to see what has become of it.</p>`}
        </section>
      </div>
    `;
  }
}

customElements.define('parley-tasks', Tasks);
