import { html, nothing } from 'lit';
import { isMentioned, mentionsIn, plain } from './chat-text.js';
import { moment } from './format.js';
import { hub } from './hub.js';
import { textOf } from './message.js';
import { router } from './route.js';
import './message-body.js';

const TOGETHER_MILLIS = 5 * 60_000;
const EXCERPT_LENGTH = 80;
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

const dayOf = (message) => new Date(message.timestamp).toDateString();

/** What a day is called between messages. */
export function dayName(millis) {
  const then = new Date(millis);
  const today = new Date();
  if (then.toDateString() === today.toDateString()) return 'Today';
  today.setDate(today.getDate() - 1);
  return then.toDateString() === today.toDateString() ? 'Yesterday' : weekday.format(then);
}

/** Does a message go on with what the same one said a moment ago? */
export function goesOn(before, message) {
  return (
    before !== undefined &&
    before.from === message.from &&
    !message.replyTo &&
    dayOf(before) === dayOf(message) &&
    message.timestamp - before.timestamp < TOGETHER_MILLIS
  );
}

export const isAnotherDay = (before, message) => before === undefined || dayOf(before) !== dayOf(message);

const hue = (name) => [...name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)) % 6, 7);

const excerpt = (message) => plain(textOf(message).slice(0, EXCERPT_LENGTH));

/**
 * One message of a conversation.
 *
 * @param asked the message that this one answers, when it is known
 * @param answers how many answer this one
 */
export function turn({ seq, message }, { isContinued, isMember, asked, answers = 0, isInThread = false }) {
  const text = textOf(message);
  const isForMe = message.from !== hub.self && isMentioned(message, text, hub.self);
  return html`
    <div class="chat-turn ${isContinued ? 'goes-on' : ''} ${isForMe ? 'for-me' : ''}" data-seq=${seq}>
      ${isContinued ? nothing : html`<span class="avatar avatar-${hue(message.from)}" aria-hidden="true">${plain([...message.from][0] ?? '?').toUpperCase()}</span>`}
      <div class="chat-body">
        ${isContinued
          ? html`<span class="visually-hidden">${message.from}: </span>`
          : html`<p class="chat-head"><strong><bdi>${plain(message.from)}</bdi></strong>${isForMe ? html` <span class="tag">mentions you</span>` : nothing} <time class="faint" title=${moment(message.timestamp)}>${hour.format(new Date(message.timestamp))}</time></p>`}
        ${message.replyTo && !isInThread
          ? html`<p class="asked"><a href=${threadOf(asked?.root ?? message.replyTo)}>↳ ${asked?.message ? html`<bdi>${plain(asked.message.from)}</bdi>: ${excerpt(asked.message)}` : 'an earlier message'}</a></p>`
          : nothing}
        ${text
          ? html`<parley-message-body class="chat-text" .text=${text} .names=${mentionsIn(text, isMember).join(' ')} .self=${hub.self}></parley-message-body>`
          : html`<p class="chat-text"><span class="faint">no text</span></p>`}
        ${answers && !isInThread ? html`<p class="answers"><a href=${threadOf(message.id)}>${answers === 1 ? '1 reply' : `${answers} replies`}</a></p>` : nothing}
      </div>
      ${isInThread
        ? nothing
        : html`<a class="chat-act" href=${threadOf(asked?.root ?? message.id)} aria-label="Reply to ${plain(message.from)} in a thread" title="Reply in a thread">↩</a>`}
    </div>
  `;
}

function threadOf(id) {
  const { view, subject } = router.current;
  return `#/${view}/${encodeURIComponent(subject)}?t=${encodeURIComponent(id)}`;
}

/** Which message began the thread of each answer, and how many answer it. */
export function threadsIn(items) {
  const byId = new Map(items.map(({ message }) => [message.id, message]));
  const counts = new Map();
  const asked = new Map();
  for (const { message } of items) {
    if (!message.replyTo) continue;
    let root = message.replyTo;
    // An answer to an answer is one more of the same thread.
    for (let i = 0; i < 100 && byId.get(root)?.replyTo; i++) root = byId.get(root).replyTo;
    asked.set(message.id, { root, message: byId.get(message.replyTo) });
    counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return { counts, asked };
}
