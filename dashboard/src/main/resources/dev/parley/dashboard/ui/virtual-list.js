import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { Part } from './element.js';

const OVERSCAN = 8;

/**
 * A list of any length of which only what can be seen is in the document. All rows are equally high, so where a row is
 * needs no measuring. Who has scrolled away from the top keeps looking at the same rows while new ones come in above.
 */
class VirtualList extends Part {
  static properties = {
    items: { attribute: false },
    row: { attribute: false },
    rowHeight: { attribute: false },
    label: {},
    range: { state: true },
    above: { state: true },
  };

  constructor() {
    super();
    this.items = [];
    this.row = () => html``;
    this.rowHeight = 56;
    this.label = '';
    this.range = [0, 30];
    /** How many have come in above what is being looked at. */
    this.above = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('scroll', this.#measure, { passive: true });
    this.#resizes = new ResizeObserver(this.#measure);
    this.#resizes.observe(this);
  }

  disconnectedCallback() {
    this.removeEventListener('scroll', this.#measure);
    this.#resizes.disconnect();
    super.disconnectedCallback();
  }

  #resizes;

  #measure = () => {
    const first = Math.max(0, Math.floor(this.scrollTop / this.rowHeight) - OVERSCAN);
    const visible = Math.ceil(this.clientHeight / this.rowHeight) + 2 * OVERSCAN;
    if (first !== this.range[0] || visible !== this.range[1]) this.range = [first, visible];
    if (this.scrollTop < this.rowHeight) this.above = 0;
    const left = this.items.length * this.rowHeight - this.scrollTop - this.clientHeight;
    if (left < 20 * this.rowHeight) this.dispatchEvent(new Event('near-end'));
  };

  willUpdate(changes) {
    const before = changes.get('items');
    this.#added = 0;
    if (!before?.length || this.scrollTop < this.rowHeight) return;
    // Where the old first row is now tells how many were put above it; if it is gone, this is another list.
    const was = this.items.findIndex((item) => item.id === before[0].id);
    this.#added = Math.max(0, was);
    this.above = was < 0 ? 0 : this.above + was;
  }

  #added = 0;

  updated() {
    if (this.#added > 0) this.scrollTop += this.#added * this.rowHeight;
    this.#measure();
  }

  /** Brings a row into view and answers its link once it is there. */
  async reveal(index) {
    const top = index * this.rowHeight;
    if (top < this.scrollTop) this.scrollTop = top;
    else if (top + this.rowHeight > this.scrollTop + this.clientHeight) this.scrollTop = top + this.rowHeight - this.clientHeight;
    this.#measure();
    await this.updateComplete;
    return this.querySelector(`[data-index="${index}"] a`);
  }

  render() {
    const first = Math.min(this.range[0], Math.max(0, this.items.length - 1));
    const shown = this.items.slice(first, first + this.range[1]);
    return html`
      ${this.above
        ? html`<p class="virtual-above"><button @click=${() => this.scrollTo({ top: 0 })}>${this.above} new above</button></p>`
        : nothing}
      <div class="virtual-space" role="list" aria-label=${this.label} .style=${`height:${this.items.length * this.rowHeight}px`}>
        ${repeat(
          shown,
          (item) => item.id,
          (item, i) => html`
            <div
              class="virtual-row"
              role="listitem"
              aria-setsize=${this.items.length}
              aria-posinset=${first + i + 1}
              data-index=${first + i}
              .style=${`height:${this.rowHeight}px;transform:translateY(${(first + i) * this.rowHeight}px)`}
            >
              ${this.row(item, first + i)}
            </div>
          `,
        )}
      </div>
    `;
  }
}

customElements.define('parley-virtual-list', VirtualList);
