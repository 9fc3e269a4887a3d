const LOADED_MAX = 5_000;

/**
 * A list that the hub has in pages, kept true by what it tells. What is told while a page is read counts again
 * afterwards, because the page may be older.
 */
export class Paged {
  /** Null until it was read. */
  items = null;
  problem = '';
  isReading = false;

  #host;
  #read;
  #id;
  #compare;
  #next = null;
  #reads = 0;
  #told = [];

  /**
   * @param host the part that shows it
   * @param read takes a cursor, answers `{items, next}`
   * @param id what tells one item from another
   * @param compare the order that the hub has them in
   */
  constructor(host, { read, id, compare }) {
    this.#host = host;
    this.#read = read;
    this.#id = id;
    this.#compare = compare;
  }

  get mayReadMore() {
    return Boolean(this.#next) && this.items.length < LOADED_MAX;
  }

  /** Another list: what is shown now is not of it. */
  begin() {
    this.items = null;
    this.#told = [];
    return this.load();
  }

  load() {
    return this.#page(null);
  }

  more() {
    return this.mayReadMore && !this.isReading ? this.#page(this.#next) : undefined;
  }

  async #page(cursor) {
    const read = ++this.#reads;
    this.isReading = true;
    if (!cursor) this.#told = [];
    try {
      const { items, next = null } = await this.#read(cursor ?? undefined);
      if (read !== this.#reads) return;
      const known = new Set(items.map(this.#id));
      this.items = cursor ? [...this.items.filter((item) => !known.has(this.#id(item))), ...items] : items;
      this.#next = next;
      this.problem = '';
      for (const again of this.#told) again();
    } catch (e) {
      if (read !== this.#reads) return;
      this.problem = e.message;
    }
    this.#told = [];
    this.isReading = false;
    this.#host.requestUpdate();
  }

  #tell(change) {
    if (this.isReading && this.#told.push(change) > LOADED_MAX) this.#told.shift();
    if (this.items) change();
    this.#host.requestUpdate();
  }

  /** It is so now; `fits` says whether it is of this list. */
  put(item, fits = true) {
    this.#tell(() => {
      const others = this.items.filter((each) => this.#id(each) !== this.#id(item));
      const at = others.findIndex((each) => this.#compare(item, each) < 0);
      // What comes after everything that was read comes with its page.
      const isShown = fits && (at >= 0 || !this.#next);
      this.items = isShown ? others.toSpliced(at < 0 ? others.length : at, 0, item) : others;
    });
  }

  drop(id) {
    this.#tell(() => (this.items = this.items.filter((each) => this.#id(each) !== id)));
  }
}
