import { html } from 'lit';

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

/** A text with these names marked where they stand after an @. */
export function marked(text, names, self) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(MENTION)) {
    if (!names.includes(match[1])) continue;
    parts.push(text.slice(at, match.index), html`<span class="mention ${match[1] === self ? 'mention-self' : ''}">${match[0]}</span>`);
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}
