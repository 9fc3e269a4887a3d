import { LitElement, html, nothing } from 'lit';
import { ask } from './ask.js';
import { marked, plain } from './chat-text.js';
import { coloured, isDiff } from './code.js';
import { count } from './format.js';
import { jsonOf, jsonTree } from './json-tree.js';
import { parse } from './markdown.js';
import { say } from './toasts.js';

const LENGTH_MAX = 100_000;
const FOLDED_LINES = 40;
const FOLDED_LENGTH = 8_000;
const COPIED_MILLIS = 2_000;

/**
 * The text of a message as somebody would want to read it: Markdown, JSON as a tree, differences as such. Long ones are
 * folded, so that what stands below stays in view. It was written by others: links ask, pictures are links, and what would
 * turn text around is named.
 */
class MessageBody extends LitElement {
  static properties = {
    text: { attribute: false },
    /** Names that are marked where they stand after an @, with spaces between them. */
    names: { attribute: false },
    /** Whose own name is marked more. */
    self: { attribute: false },
    isUnfolded: { state: true },
  };

  #read = { key: '', blocks: [] };

  createRenderRoot() {
    return this;
  }

  willUpdate(changes) {
    if (changes.has('text')) this.isUnfolded = false;
  }

  render() {
    const whole = this.text ?? '';
    const json = jsonOf(whole, LENGTH_MAX);
    if (json !== undefined) return jsonTree(json, 'JSON');
    const lines = whole.split('\n', FOLDED_LINES + 1).length > FOLDED_LINES || whole.length > FOLDED_LENGTH ? whole.split('\n') : [];
    const isLong = lines.length > 0;
    const isFolded = isLong && !this.isUnfolded;
    const shown = isFolded ? lines.slice(0, FOLDED_LINES).join('\n').slice(0, FOLDED_LENGTH) : whole.slice(0, LENGTH_MAX);
    const rest = whole.length - LENGTH_MAX;
    return html`<div class="markdown ${isFolded ? 'is-folded' : ''}">${this.#blocks(plain(shown)).map((block) => this.#block(block))}</div>${!isFolded && rest > 0 ? html`<p class="faint">and ${count(rest)} characters more</p>` : nothing}${isLong
        ? html`<p class="unfold"><button type="button" class="link" aria-expanded=${!isFolded} @click=${() => (this.isUnfolded = isFolded)}>${isFolded ? `Show all ${lines.length > 1 ? `${count(lines.length)} lines` : `${count(whole.length)} characters`}` : 'Show less'}</button></p>`
        : nothing}`;
  }

  /** Read once, for the page draws itself often. */
  #blocks(text) {
    if (this.#read.key !== text) this.#read = { key: text, blocks: isDiff(text) ? [{ kind: 'code', language: 'diff', text }] : parse(text) };
    return this.#read.blocks;
  }

  #block(block) {
    switch (block.kind) {
      case 'heading':
        return html`<p class="md-heading md-heading-${block.level}" role="heading" aria-level="3">${this.#inline(block.inline)}</p>`;
      case 'code':
        return this.#code(block);
      case 'quote':
        return html`<blockquote>${block.blocks.map((each) => this.#block(each))}</blockquote>`;
      case 'list':
        return this.#list(block);
      case 'table':
        return this.#table(block);
      case 'rule':
        return html`<hr />`;
      default:
        return html`<p>${this.#inline(block.inline)}</p>`;
    }
  }

  #code({ language, text }) {
    return html`<div class="code-block"><p class="code-head"><span class="faint">${language || 'code'}</span><button type="button" class="link" aria-label="Copy this code" @click=${(e) => copy(e.currentTarget, text)}>Copy</button></p><pre tabindex="0" aria-label="Code"><code>${coloured(text, language)}</code></pre></div>`;
  }

  #list({ isOrdered, start, items }) {
    const shown = items.map(
      ({ done, blocks }) => html`<li class=${done === null ? '' : 'md-task'}>${done === null ? nothing : html`<input type="checkbox" disabled .checked=${done} aria-label=${done ? 'done' : 'open'} />`}${this.#tight(blocks)}</li>`,
    );
    return isOrdered ? html`<ol start=${start}>${shown}</ol>` : html`<ul>${shown}</ul>`;
  }

  /** An item that is one paragraph needs no room around it. */
  #tight(blocks) {
    const [first, ...others] = blocks;
    return first?.kind === 'paragraph' ? html`${this.#inline(first.inline)}${others.map((block) => this.#block(block))}` : blocks.map((block) => this.#block(block));
  }

  #table({ aligned, head, rows }) {
    return html`<div class="md-table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head.map((cell, i) => html`<th scope="col" class="md-${aligned[i]}">${this.#inline(cell)}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class="md-${aligned[i]}">${this.#inline(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  #inline(parts) {
    return parts.map((part) => {
      switch (part.kind) {
        case 'strong':
          return html`<strong>${this.#inline(part.inline)}</strong>`;
        case 'emphasis':
          return html`<em>${this.#inline(part.inline)}</em>`;
        case 'deleted':
          return html`<del>${this.#inline(part.inline)}</del>`;
        case 'code':
          return html`<code>${part.text}</code>`;
        case 'link':
          return html`<a class="md-link" href=${part.href} rel="noopener noreferrer nofollow" target="_blank" title=${part.href} @click=${leave} @auxclick=${leave}>${this.#inline(part.inline)}</a>`;
        default:
          return this.names ? marked(part.text, this.names.split(' '), this.self) : part.text;
      }
    });
  }
}

/** The address is shown before the browser goes there: what a link says and where it leads may differ. */
async function leave(event) {
  const { href } = event.currentTarget;
  event.preventDefault();
  if ((await ask({ title: 'Open this link?', text: href, does: 'Open', keeps: 'Stay here' })) !== null) open(href, '_blank', 'noopener,noreferrer');
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), COPIED_MILLIS);
  } catch (e) {
    say(`It could not be copied: ${e.message}`, 'bad');
  }
}

customElements.define('parley-message-body', MessageBody);
