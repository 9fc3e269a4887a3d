import { html, nothing } from 'lit';
import { time } from './format.js';
import { hub } from './hub.js';
import { overall, progress } from './message.js';
import { router } from './route.js';

/** One message as a line of a list; a link, so that it can be opened, copied and walked to by keyboard. */
export function messageRow(item, { state, link, isUnread = false } = {}) {
  const isSelected = router.current.params.m === item.id;
  const reached = state ?? overall(hub.flow.marksOf(item.id));
  // A copy that lies in an inbox has reached somebody, whoever else it did not reach.
  const dead = !state && !item.delivery && hub.flow.isDead(item);
  return html`
    <a
      class="message-row ${isUnread ? 'unread' : ''}"
      href=${link ?? router.toMessage(item.id)}
      aria-current=${isSelected ? 'true' : 'false'}
      data-message=${item.id}
    >
      <span class="who">
        <strong>${item.from}</strong><span class="arrow" aria-hidden="true">→</span><span class="visually-hidden"> to </span
        ><span class="to">${item.to || '–'}</span>
      </span>
      <span class="text">
        ${item.command ? html`<code>${item.command}</code> ` : nothing}${item.text || html`<span class="faint">no text</span>`}
      </span>
      <span class="meta">
        ${item.priority === 'high' ? html`<span class="tag tag-high">high</span>` : nothing}
        ${item.type !== 'message' ? html`<span class="tag">${item.type}</span>` : nothing}
        ${dead ? html`<span class="tag tag-dead">${hub.flow.fateOf(item)}</span>` : item.delivery ? sent(item.delivery) : reached ? html`<span class="rung rung-${reached}">${reached}</span>` : nothing}
        <time>${time(item.at)}</time>
      </span>
    </a>
  `;
}

function sent(delivery) {
  const { text, rung } = progress(delivery);
  return html`<span class="rung rung-${rung}">${text}</span>`;
}
