import { html } from 'lit';
import { plain } from './chat-text.js';

const STATES = { running: 'completed', starting: 'working', failed: 'failed', unhealthy: 'failed', quarantined: 'failed', stopped: 'canceled' };

export const stateOf = ({ state }) => html`<span class="state state-${STATES[state] ?? 'canceled'}">${state}</span>`;

/** What an app may do, in the hub's words; what deserves a second look is marked, and not by colour alone. */
export function permissionList(permissions) {
  if (!permissions?.length) return html`<p class="faint">It needs no permission: it sees what it is given, and answers.</p>`;
  return html`
    <ul class="permissions">
      ${permissions.map(
        ({ permission, text, sensitive }) => html`
          <li class=${sensitive ? 'is-sensitive' : ''}>
            <span><bdi>${plain(text)}</bdi></span>
            ${sensitive ? html`<span class="state state-input-required">look twice</span>` : ''}
            <code>${plain(permission)}</code>
          </li>`,
      )}
    </ul>
  `;
}
