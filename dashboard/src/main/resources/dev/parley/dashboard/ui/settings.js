/** What a person prefers, kept in this browser. */

const KEY = 'parley.settings';
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduced'],
  notifications: ['off', 'on'],
};

function read() {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    // Somebody else's text under our key: start over.
  }
  const values = {};
  for (const [name, choices] of Object.entries(CHOICES)) {
    values[name] = choices.includes(stored[name]) ? stored[name] : choices[0];
  }
  return values;
}

class Settings extends EventTarget {
  #values = read();

  get(name) {
    return this.#values[name];
  }

  choices(name) {
    return CHOICES[name];
  }

  set(name, value) {
    if (!CHOICES[name]?.includes(value)) return;
    this.#values = { ...this.#values, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // Private browsing: the choice holds until the page is closed.
    }
    this.apply();
    this.dispatchEvent(new Event('change'));
  }

  apply() {
    document.documentElement.dataset.theme = this.#values.theme;
    document.documentElement.dataset.density = this.#values.density;
  }

  get rowHeight() {
    return this.#values.density === 'compact' ? 34 : 56;
  }

  get isStill() {
    return this.#values.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const settings = new Settings();
