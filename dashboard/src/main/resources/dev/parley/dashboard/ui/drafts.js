/**
 * What somebody has begun to write, kept in this browser: it survives a reload, a crash of either side, and being sent to
 * a hub that did not answer. The key goes with the text, so that sending it again cannot say it twice.
 */

const PREFIX = 'parley.draft.';
const LENGTH_MAX = 20_000;

export const drafts = {
  get(who, where) {
    try {
      const { text = '', key } = JSON.parse(localStorage.getItem(name(who, where)) ?? '{}') ?? {};
      return { text: String(text).slice(0, LENGTH_MAX), key: typeof key === 'string' ? key : crypto.randomUUID() };
    } catch {
      return { text: '', key: crypto.randomUUID() };
    }
  },

  /** Another text is another message, with a key of its own. */
  put(who, where, text) {
    const draft = { text: text.slice(0, LENGTH_MAX), key: crypto.randomUUID() };
    try {
      if (text) localStorage.setItem(name(who, where), JSON.stringify(draft));
      else localStorage.removeItem(name(who, where));
    } catch {
      // No room, or private browsing: then it lives as long as the page.
    }
    return draft;
  },

  /** Whoever signs out leaves nothing behind for the next. */
  clear() {
    for (const each of Object.keys(localStorage)) if (each.startsWith(PREFIX)) localStorage.removeItem(each);
  },
};

const name = (who, where) => `${PREFIX}${who}.${where}`;
