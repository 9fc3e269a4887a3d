import { html } from 'lit';

const TEXT_LENGTH_MAX = 20_000;
const MENTION = /@([A-Za-z0-9](?:[A-Za-z0-9._:+-]*[A-Za-z0-9])?)/g;
/** Characters that turn or hide what stands beside them; they are named in place of being obeyed. */
const CONTROL = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g;

/** A text of somebody else, with what would turn it around made visible. */
export function plain(text) {
  return text.replace(CONTROL, (char) => `\u{27E8}U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}\u{27E9}`);
}

/** Whom a text names: members that stand there after an @. */
export function mentionsIn(text, isMember) {
  const found = new Set();
  for (const [, name] of text.matchAll(MENTION)) if (isMember(name)) found.add(name);
  return [...found];
}

/** Is somebody named, by who wrote it or in the text? */
export function isMentioned(message, text, name) {
  const { mentions } = message.metadata ?? {};
  return (Array.isArray(mentions) && mentions.includes(name)) || mentionsIn(text, (each) => each === name).length > 0;
}

/** The text of a message as text, the names in it marked. */
export function chatText(text, isMember, self) {
  const shown = plain(text.slice(0, TEXT_LENGTH_MAX));
  const parts = [];
  let at = 0;
  for (const match of shown.matchAll(MENTION)) {
    if (!isMember(match[1])) continue;
    parts.push(shown.slice(at, match.index), html`<span class="mention ${match[1] === self ? 'mention-self' : ''}">${match[0]}</span>`);
    at = match.index + match[0].length;
  }
  parts.push(shown.slice(at));
  if (text.length > TEXT_LENGTH_MAX) parts.push(html`<span class="faint"> … and ${text.length - TEXT_LENGTH_MAX} characters more</span>`);
  return parts;
}
