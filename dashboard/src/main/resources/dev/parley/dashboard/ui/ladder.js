import { html, nothing } from 'lit';
import { moment, plural } from './format.js';
import { hasEnded, rung, RUNGS } from './message.js';

/** How far every copy of a message got: one line a copy, one dot a rung. */
export function ladder(copies) {
  return html`
    <ul class="ladder">
      ${copies.map(
        ({ box, state, attempts, at }) => html`
          <li>
            <span class="ladder-name">${box?.name}${box?.kind === 'session' ? html` <span class="faint">session</span>` : nothing}</span>
            <span class="rungs" aria-hidden="true">
              ${RUNGS.map((name, i) => html`<i class=${hasEnded(state) ? 'ended' : rung(state) >= i ? 'reached' : ''} title=${name}></i>`)}
            </span>
            <span class="ladder-state ${hasEnded(state) ? 'bad' : ''}" title=${moment(at)}>
              ${state}${attempts > 1 ? html` <span class="faint">${plural(attempts, 'attempt')}</span>` : nothing}
            </span>
          </li>
        `,
      )}
    </ul>
  `;
}
