import { api } from './api.js';
import { hub } from './hub.js';

const PAGE = 500;

/** What waits for an answer of the person at this page: read once, then kept true by events. */
class Waiting extends EventTarget {
  #open = new Map();
  #loads = 0;
  #told = [];

  constructor() {
    super();
    hub.addEventListener('reload', () => this.#load());
    hub.addEventListener('signed-out', () => (this.#open = new Map()));
    hub.live.addEventListener('approval', ({ detail }) => {
      this.#told.push(detail);
      this.#put(detail);
      hub.changed();
    });
  }

  /** How many this person may answer. */
  get count() {
    let count = 0;
    for (const approval of this.#open.values()) if (mayAnswer(approval)) count++;
    return count;
  }

  /** What an agent waits for. */
  of(agentId) {
    return [...this.#open.values()].filter(({ asker }) => asker === agentId);
  }

  async #load() {
    const load = ++this.#loads;
    this.#told = [];
    try {
      const { approvals } = await api.approvals({ limit: PAGE });
      if (load !== this.#loads) return;
      this.#open = new Map(approvals.map((each) => [each.id, each]));
      for (const each of this.#told) this.#put(each);
    } catch {
      // Whoever looks at them is told; a number that is not known is not shown.
    }
    this.#told = [];
    hub.changed();
  }

  #put(approval) {
    if (approval.state === 'open') this.#open.set(approval.id, approval);
    else this.#open.delete(approval.id);
  }
}

/** Nobody answers its own request. */
export const mayAnswer = ({ state, asker, approvers }) => state === 'open' && asker !== hub.self && (hub.isOwner || approvers.includes(hub.self));

export const waiting = new Waiting();
