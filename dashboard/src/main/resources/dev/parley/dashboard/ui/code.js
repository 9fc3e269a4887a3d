import { html } from 'lit';

/** Colours for code. A guess that is good enough for reading; what is not known stays as it is. */

const LENGTH_MAX = 20_000;
const C_LIKE = 'js javascript ts typescript jsx tsx java kotlin go rust rs c h cpp c++ cs swift scala php dart'.split(' ');
const HASH_LIKE = 'python py sh bash shell zsh yaml yml toml ruby rb dockerfile make ini'.split(' ');
const WORDS = new Set(
  `abstract and as async await bool boolean break byte case catch char class const continue def defer default del do double elif else enum export
  extends false final finally float fn for from func function if impl implements import in instanceof int interface is lambda let long match mod
  mut new nil none not null or package pass private protected public pub raise record return self short static string struct super switch then this
  throw throws trait true try type typeof undefined use var void while with yield select insert update delete where join left right inner
  group order by create table values into set fi done esac echo`.split(/\s+/),
);
const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + '`(?:[^`\\\\]|\\\\.)*`';
const REST = String.raw`|\b\d[\d_.]*(?:[eE][+-]?\d+)?\w*|[A-Za-z_]\w*`;

function pattern(language) {
  const comment = C_LIKE.includes(language) ? String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/` : HASH_LIKE.includes(language) ? '#[^\\n]*' : language === 'sql' ? '--[^\\n]*' : '(?!)';
  return new RegExp(`(${comment})|(${STRING})${REST}`, 'g');
}

const isKnown = (language) => C_LIKE.includes(language) || HASH_LIKE.includes(language) || ['json', 'sql'].includes(language);

export function coloured(text, language) {
  if (language === 'diff' || language === 'patch') return diff(text);
  if (!isKnown(language) || text.length > LENGTH_MAX) return text;
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(pattern(language))) {
    const kind = found[1] ? 'comment' : found[2] ? 'string' : /^\d/.test(found[0]) ? 'number' : WORDS.has(found[0].toLowerCase()) ? 'word' : '';
    if (!kind) continue;
    parts.push(text.slice(at, found.index), html`<span class="code-${kind}">${found[0]}</span>`);
    at = found.index + found[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** Does a whole text look like a difference between files? */
export function isDiff(text) {
  return /^(?:diff --git |--- \S[^\n]*\n\+\+\+ \S)/.test(text);
}

function diff(text) {
  return text.split('\n').map((line, i) => {
    const ending = i ? '\n' : '';
    if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return html`${ending}<span class="diff-file">${line}</span>`;
    if (line.startsWith('@@')) return html`${ending}<span class="diff-place">${line}</span>`;
    if (line.startsWith('+')) return html`${ending}<span class="diff-added">${line}</span>`;
    if (line.startsWith('-')) return html`${ending}<span class="diff-gone">${line}</span>`;
    return ending + line;
  });
}
