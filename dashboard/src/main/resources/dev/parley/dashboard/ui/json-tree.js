import { html, nothing } from 'lit';
import { plain } from './chat-text.js';

const NODES_MAX = 1_000;
const DEPTH_MAX = 20;
const OPEN_DEPTH = 2;
const STRING_LENGTH_MAX = 2_000;

/** What a text says in JSON, if it is an object or a list and nothing else; else undefined. */
export function jsonOf(text, lengthMax) {
  const trimmed = text.trim();
  if (trimmed.length > lengthMax || !/^[[{]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}

/** A JSON value as a tree whose branches open and close. Large ones are cut, and say so. */
export function jsonTree(value, label) {
  return html`<div class="json-tree" role="group" aria-label=${label}>${branch(value, 0, { left: NODES_MAX })}</div>`;
}

function branch(value, depth, budget) {
  if (value === null || typeof value !== 'object') return leaf(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (!entries.length) return html`<span class="faint">${isList ? '[]' : '{}'}</span>`;
  if (depth >= DEPTH_MAX) return html`<code>${plain(JSON.stringify(value).slice(0, STRING_LENGTH_MAX))}</code>`;
  const shown = [];
  for (const [name, each] of entries) {
    if (budget.left <= 0) break;
    budget.left--;
    shown.push(html`<li><span class="json-name">${plain(name)}</span>: ${branch(each, depth + 1, budget)}</li>`);
  }
  const rest = entries.length - shown.length;
  return html`<details ?open=${depth < OPEN_DEPTH}><summary>${isList ? `[${entries.length}]` : `{${entries.length}}`}</summary>
    <ul>${shown}${rest > 0 ? html`<li class="faint">and ${rest} more: see Raw JSON</li>` : nothing}</ul></details>`;
}

function leaf(value) {
  if (typeof value !== 'string') return html`<span class="code-number">${String(value)}</span>`;
  const rest = value.length - STRING_LENGTH_MAX;
  return html`<span class="json-text">${plain(value.slice(0, STRING_LENGTH_MAX))}</span>${rest > 0 ? html`<span class="faint"> … and ${rest} characters more</span>` : nothing}`;
}
