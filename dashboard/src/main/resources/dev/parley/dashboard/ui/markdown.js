/**
 * Reads Markdown into blocks, which are plain data: nothing of a message ever becomes markup by itself. Agents write
 * Markdown, and not always well, so that what is not understood stays text. Every loop goes forward only, and how deep
 * things may be in each other is limited, because the text may be meant to do harm.
 */

const DEPTH_MAX = 6;
const INLINE_LENGTH_MAX = 20_000;
const CELLS_MAX = 40;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const QUOTE = /^ {0,3}> ?/;
const TASK = /^\[([ xX])\][ \t]+/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}_]/u;
const ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+/i;

/** A text as a list of blocks, see `message-body.js` for what each kind has. */
export function parse(text) {
  return blocks(text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n'), 0);
}

function blocks(lines, depth) {
  const found = [];
  let paragraph = [];
  const close = () => {
    if (paragraph.length) found.push({ kind: 'paragraph', inline: inline(paragraph.join('\n')) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line.trim()) {
      close();
      at++;
      continue;
    }
    const read = fence(lines, at) ?? heading(line) ?? rule(line) ?? (depth < DEPTH_MAX ? (quote(lines, at, depth) ?? list(lines, at, depth, paragraph.length > 0)) : null) ?? table(lines, at);
    if (read) {
      close();
      found.push(read.block);
      at += read.lines;
    } else {
      paragraph.push(line.trimStart());
      at++;
    }
  }
  close();
  return found;
}

/** One that is never closed goes on to the end: agents are cut off in the middle of their code. */
function fence(lines, at) {
  const opened = FENCE.exec(lines[at]);
  if (!opened) return null;
  const [, mark, language] = opened;
  let end = at + 1;
  while (end < lines.length && !isClosing(lines[end].trim(), mark)) end++;
  return { block: { kind: 'code', language: language.toLowerCase(), text: lines.slice(at + 1, end).join('\n') }, lines: end - at + 1 };
}

function isClosing(line, mark) {
  return line.length >= mark.length && line === mark[0].repeat(line.length);
}

function heading(line) {
  const found = HEADING.exec(line);
  if (!found) return null;
  const text = line.slice(found[0].length).trimEnd();
  const closing = text.lastIndexOf(' ');
  const isClosed = closing > 0 && isClosing(text.slice(closing + 1), '#');
  return { block: { kind: 'heading', level: found[1].length, inline: inline(isClosed ? text.slice(0, closing) : text) }, lines: 1 };
}

function rule(line) {
  return RULE.test(line) ? { block: { kind: 'rule' }, lines: 1 } : null;
}

function quote(lines, at, depth) {
  if (!QUOTE.test(lines[at])) return null;
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end++;
  return { block: { kind: 'quote', blocks: blocks(lines.slice(at, end).map((line) => line.replace(QUOTE, '')), depth + 1) }, lines: end - at };
}

/** Within a paragraph only a list that begins with 1 counts, so that a year at the beginning of a line does not. */
function list(lines, at, depth, isInParagraph) {
  const first = ITEM.exec(lines[at]);
  if (!first || (isInParagraph && /\d/.test(first[2]) && !/^1[.)]/.test(first[2]))) return null;
  const isOrdered = /\d/.test(first[2]);
  const items = [];
  let next = at;
  for (let found = first; found && /\d/.test(found[2]) === isOrdered && !RULE.test(lines[next]); ) {
    const content = [lines[next].slice(found[0].length)];
    const indent = found[1].length + found[2].length + 1;
    let end = next + 1;
    while (end < lines.length && belongs(lines, end, indent)) end++;
    for (const line of lines.slice(next + 1, end)) content.push(withoutIndent(line, indent));
    const task = TASK.exec(content[0]);
    if (task) content[0] = content[0].slice(task[0].length);
    items.push({ done: task ? task[1] !== ' ' : null, blocks: blocks(content, depth + 1) });
    next = end;
    while (next < lines.length && !lines[next].trim()) next++;
    found = next < lines.length ? ITEM.exec(lines[next]) : null;
    if (!found) next = end;
  }
  return { block: { kind: 'list', isOrdered, start: isOrdered ? Number.parseInt(first[2], 10) : 1, items }, lines: next - at };
}

/** Does a line belong to the item before it: because it is indented, or because it goes on with its text? */
function belongs(lines, at, indent) {
  const line = lines[at];
  if (!line.trim()) return at + 1 < lines.length && lines[at + 1].startsWith(' '.repeat(2)) && !ITEM.test(lines[at + 1]);
  if (line.startsWith(' '.repeat(Math.min(indent, 2)))) return true;
  return lines[at - 1].trim() !== '' && !ITEM.test(line) && !FENCE.test(line) && !HEADING.test(line) && !QUOTE.test(line) && !RULE.test(line);
}

function withoutIndent(line, indent) {
  let cut = 0;
  while (cut < indent && line[cut] === ' ') cut++;
  return line.slice(cut);
}

function table(lines, at) {
  if (!lines[at].includes('|') || at + 1 >= lines.length || !lines[at + 1].includes('-')) return null;
  const head = cells(lines[at]);
  const marks = cells(lines[at + 1]);
  if (marks.length !== head.length || head.length > CELLS_MAX || !marks.every((mark) => /^:?-+:?$/.test(mark))) return null;
  const aligned = marks.map((mark) => (mark.endsWith(':') ? (mark.startsWith(':') ? 'center' : 'end') : 'start'));
  let end = at + 2;
  const rows = [];
  while (end < lines.length && lines[end].includes('|') && lines[end].trim()) {
    const row = cells(lines[end]);
    rows.push(head.map((_, i) => inline(row[i] ?? '')));
    end++;
  }
  return { block: { kind: 'table', aligned, head: head.map((cell) => inline(cell)), rows }, lines: end - at };
}

function cells(line) {
  const found = [''];
  const text = line.trim().replace(/^\|/, '');
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && text[i + 1] === '|') found[found.length - 1] += text[++i];
    else if (text[i] === '|') found.push('');
    else found[found.length - 1] += text[i];
  }
  if (text.endsWith('|')) found.pop();
  return found.map((cell) => cell.trim());
}

/** What stands in a line: texts, and what is emphasized, code or a link in it. */
export function inline(text, depth = 0) {
  if (text.length > INLINE_LENGTH_MAX || depth > DEPTH_MAX) return [{ kind: 'text', text }];
  const parts = [];
  /** Marks that are closed nowhere beyond some place are looked for once. */
  const unclosed = new Set();
  let plain = '';
  const add = (part) => {
    if (plain) parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(part);
  };
  for (let at = 0; at < text.length; ) {
    const read = special(text, at, unclosed, depth);
    if (read?.part) add(read.part);
    else plain += read ? read.text : text[at];
    at = read ? read.end : at + 1;
  }
  if (plain) parts.push({ kind: 'text', text: plain });
  return parts;
}

function special(text, at, unclosed, depth) {
  switch (text[at]) {
    case '\\':
      return at + 1 < text.length && PUNCTUATION.test(text[at + 1]) ? { text: text[at + 1], end: at + 2 } : null;
    case '`':
      return code(text, at, unclosed);
    case '*':
    case '_':
    case '~':
      return emphasis(text, at, unclosed, depth);
    case '!':
      return text[at + 1] === '[' ? link(text, at + 1, unclosed, depth) : null;
    case '[':
      return link(text, at, unclosed, depth);
    case '<':
    case 'h':
    case 'H':
    case 'm':
      return address(text, at);
    default:
      return null;
  }
}

function run(text, at) {
  let end = at;
  while (text[end] === text[at]) end++;
  return text.slice(at, end);
}

function code(text, at, unclosed) {
  const mark = run(text, at);
  for (let end = at + mark.length; !unclosed.has(mark); ) {
    end = text.indexOf(mark, end);
    if (end < 0) {
      unclosed.add(mark);
      break;
    }
    const closing = run(text, end);
    if (closing === mark) {
      const inside = text.slice(at + mark.length, end);
      const isPadded = inside.length > 2 && inside.startsWith(' ') && inside.endsWith(' ') && inside.trim();
      return { part: { kind: 'code', text: isPadded ? inside.slice(1, -1) : inside }, end: end + mark.length };
    }
    end += closing.length;
  }
  return { text: mark, end: at + mark.length };
}

function emphasis(text, at, unclosed, depth) {
  const all = run(text, at);
  const literal = { text: all, end: at + all.length };
  const mark = all.slice(0, 2);
  if (all.length > 3 || (all[0] === '~' && all.length !== 2)) return literal;
  const isWord = (place) => place >= 0 && place < text.length && WORD.test(text[place]);
  const begin = at + mark.length;
  if (unclosed.has(mark) || begin >= text.length || /\s/.test(text[begin]) || (mark[0] === '_' && isWord(at - 1))) return literal;
  for (let end = text.indexOf(mark, begin); ; end = text.indexOf(mark, end + 1)) {
    if (end < 0) {
      unclosed.add(mark);
      return literal;
    }
    const isSingle = mark.length > 1 || (text[end + 1] !== mark && text[end - 1] !== mark);
    if (end > begin && isSingle && !/\s/.test(text[end - 1]) && text[end - 1] !== '\\' && !(mark[0] === '_' && isWord(end + mark.length))) {
      const kind = mark === '~~' ? 'deleted' : mark.length === 2 ? 'strong' : 'emphasis';
      return { part: { kind, inline: inline(text.slice(begin, end), depth + 1) }, end: end + mark.length };
    }
  }
}

/** `[text](address)`; a picture is a link as well, for nothing is fetched from elsewhere by looking at a message. */
function link(text, at, unclosed, depth) {
  if (unclosed.has(']')) return null;
  const middle = text.indexOf('](', at);
  if (middle < 0) {
    unclosed.add(']');
    return null;
  }
  const inside = text.slice(at + 1, middle);
  const end = text.indexOf(')', middle);
  if (end < 0 || inside.includes('\n\n') || inside.includes('[')) return null;
  const target = text.slice(middle + 2, end).trim().split(/\s/, 1)[0].replace(/^<|>$/g, '');
  const href = goodAddress(target);
  if (!href) return null;
  return { part: { kind: 'link', href, inline: inside.trim() ? inline(inside, depth + 1) : [{ kind: 'text', text: href }] }, end: end + 1 };
}

function address(text, at) {
  const isPointed = text[at] === '<';
  if (!isPointed && at > 0 && WORD.test(text[at - 1])) return null;
  const found = ADDRESS.exec(text.slice(isPointed ? at + 1 : at, at + 2_048));
  if (!found) return null;
  let target = found[0];
  while (!isPointed && /[.,:;!?*_~)\]]$/.test(target) && !(target.endsWith(')') && target.includes('('))) target = target.slice(0, -1);
  const href = goodAddress(target);
  const end = at + target.length + (isPointed ? 2 : 0);
  return href && (!isPointed || text[end - 1] === '>') ? { part: { kind: 'link', href, inline: [{ kind: 'text', text: target }] }, end } : null;
}

/** Only what leads to the web or to somebody's mail; never what a browser would run. */
function goodAddress(target) {
  if (!ADDRESS.test(target)) return null;
  try {
    return new URL(target).href;
  } catch {
    return null;
  }
}
