import { api } from './api.js';
import { drafts } from './drafts.js';
import { LiveEvents } from './events.js';
import { Flow } from './flow-store.js';
import { key } from './key.js';
import { hasEnded, recipientsOf } from './message.js';

const AGENTS_MAX = 10_000;
const SERIES_SECONDS = 120;
const RECOUNT_MILLIS = 300;
const RECOUNT_MAX = 100;
const TOLD_MAX = 10_000;

/** The hub as this page knows it: read once, then kept true by events. Tells `change` at most once a frame. */
class HubState extends EventTarget {
  live = new LiveEvents();
  flow = new Flow();

  /** `unknown`, `out` or `in`. */
  session = 'unknown';
  principal = null;
  version = '';
  agents = new Map();
  groups = new Map();
  stats = {};
  /** Messages a second, oldest first. */
  series = new Array(SERIES_SECONDS).fill(0);
  problem = '';

  #isScheduled = false;
  #loads = 0;
  #toldMeanwhile = [];
  #perSecond = 0;
  #doubtful = new Set();
  #recountTimer = 0;

  constructor() {
    super();
    this.live.addEventListener('message', ({ detail }) => this.#onMessage(detail));
    this.live.addEventListener('state', ({ detail }) => this.#onState(detail));
    this.live.addEventListener('agent', ({ detail }) => this.#tell(() => this.#onAgent(detail)));
    this.live.addEventListener('group', ({ detail }) => this.#tell(() => this.#onGroup(detail)));
    this.live.addEventListener('presence', ({ detail }) => this.#tell(() => this.#onPresence(detail)));
    this.live.addEventListener('deadLetter', ({ detail }) => this.#onDeadLetter(detail));
    this.live.addEventListener('stats', ({ detail }) => this.#onStats(detail));
    this.live.addEventListener('resync', () => this.load());
    this.live.addEventListener('refused', () => this.#checkSession());
    this.live.addEventListener('state-change', () => this.changed());
    addEventListener('parley-signed-out', () => this.#signedOut());
    // Somebody has signed in in another tab: the cookie is theirs now, here too.
    key.addEventListener('found', () => {
      if (this.session === 'unknown') return;
      this.#empty();
      this.start();
    });
    setInterval(() => this.#tick(), 1_000);
  }

  get isOwner() {
    return this.principal?.type === 'owner';
  }

  /** Whom the person at this page speaks as. */
  get self() {
    return this.isOwner ? 'developer' : (this.principal?.agentId ?? '');
  }

  changed() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const tell = () => {
      this.#isScheduled = false;
      this.flow.settle();
      this.dispatchEvent(new Event('change'));
    };
    // Nobody draws frames for a page in the background, but its title and notifications must still be right.
    if (document.hidden) setTimeout(tell, 250);
    else requestAnimationFrame(tell);
  }

  /** Signs in with what the browser has, if it still holds. */
  async start() {
    try {
      if (!(await key.isFound())) return this.#signedOut();
      const { principal, version } = await api.me();
      this.principal = principal;
      this.version = version ?? '';
      this.session = 'in';
      this.problem = '';
      await this.live.open();
      await this.load();
    } catch (e) {
      this.session = 'out';
      this.problem = e.status === 401 || e.status === 403 ? '' : e.message;
    }
    this.changed();
  }

  async signOut() {
    this.live.close();
    await api.logout().catch(() => {});
    drafts.clear();
    this.#signedOut();
  }

  async load() {
    this.#loads++;
    this.problem = '';
    // Looking far back for what is an agent's own may take a while: the rest does not wait for it.
    const flowLoaded = this.#loadFlow();
    try {
      const [agents, { groups }, stats, letters] = await Promise.all([
        this.#allAgents(),
        api.groups(),
        this.isOwner ? api.stats() : {},
        this.isOwner ? api.deadLetters({ limit: 200 }) : { letters: [] },
      ]);
      this.agents = new Map(agents.map((agent) => [agent.agentId, agent]));
      this.groups = new Map(groups.map((group) => [group.name, group]));
      this.stats = stats;
      for (const { message, reason } of letters.letters) this.flow.bury(message.id, reason);
    } catch (e) {
      if (e.status !== 401) this.problem = e.message;
    }
    this.#loads--;
    // The lists may be older than what was told while they were read.
    for (const again of this.#toldMeanwhile) again();
    if (!this.#loads) this.#toldMeanwhile = [];
    this.dispatchEvent(new Event('reload'));
    this.changed();
    await flowLoaded;
  }

  #tell(happened) {
    // The first of very many are in the lists already.
    if (this.#loads && this.#toldMeanwhile.push(happened) > TOLD_MAX) this.#toldMeanwhile.shift();
    happened();
  }

  async #loadFlow() {
    const { flow } = this;
    flow.startLoad();
    try {
      flow.load(await api.messages({ limit: 200 }));
    } catch (e) {
      if (e.status !== 401) this.problem = e.message;
    }
    this.changed();
  }

  async #allAgents() {
    const all = [];
    let cursor;
    do {
      const page = await api.agents({ limit: 500, cursor });
      all.push(...page.agents);
      cursor = page.next;
    } while (cursor && all.length < AGENTS_MAX);
    return all;
  }

  async older() {
    const { flow } = this;
    if (!flow.mayReadOlder) return;
    flow.isLoading = true;
    try {
      flow.append(await api.messages({ limit: 500, cursor: flow.older }));
    } catch (e) {
      flow.failed();
      this.problem = e.message;
    }
    flow.isLoading = false;
    this.changed();
  }

  #onMessage({ message, recipients, delivered }) {
    const reached = recipients ?? recipientsOf(message.path);
    if (this.flow.add(message, reached, delivered)) {
      for (const name of reached) this.#count(name, 1);
      this.stats = { ...this.stats, accepted: (this.stats.accepted ?? 0) + 1 };
    }
    this.changed();
  }

  #onState({ messageId, box, state, attempts }) {
    if (box?.kind === 'dead_letters') {
      // A dead letter that is one no longer.
      this.flow.exhume(messageId);
      return this.changed();
    }
    if (box?.kind !== 'agent' && box?.kind !== 'session') return;
    const before = this.flow.mark(messageId, box, state, attempts);
    if (state === 'read' && before !== 'read') this.#count(box.name, -1);
    else if (hasEnded(state)) this.#doubt(box.name);
    this.changed();
  }

  #count(name, by) {
    const agent = this.agents.get(name);
    // Of others an agent is not told what waits for them.
    if (agent?.unread !== undefined) this.agents.set(name, { ...agent, unread: Math.max(0, agent.unread + by) });
    // Whether a list that is being read counts this one already, nobody knows.
    if (this.#loads) this.#doubt(name);
  }

  /** Asks the hub again, in a moment, what waits for somebody whom counting along may have wrong. */
  #doubt(name) {
    if (!name || this.#doubtful.size >= RECOUNT_MAX) return;
    this.#doubtful.add(name);
    clearTimeout(this.#recountTimer);
    this.#recountTimer = setTimeout(() => this.#recount(), RECOUNT_MILLIS);
  }

  async #recount() {
    if (this.#loads) {
      this.#recountTimer = setTimeout(() => this.#recount(), RECOUNT_MILLIS);
      return;
    }
    const names = [...this.#doubtful].filter((name) => this.agents.has(name));
    this.#doubtful.clear();
    for (const name of names) {
      const { agent } = await api.agent(name).catch(() => ({}));
      if (agent && this.agents.has(name)) this.agents.set(name, agent);
    }
    this.changed();
  }

  #onAgent({ change, agent }) {
    if (change === 'removed') this.agents.delete(agent.agentId);
    else this.agents.set(agent.agentId, { ...this.agents.get(agent.agentId), ...agent });
    this.changed();
  }

  #onGroup({ change, group }) {
    if (change === 'removed') this.groups.delete(group.name);
    else this.groups.set(group.name, group);
    this.changed();
  }

  #onPresence({ agentId, online, connections }) {
    const agent = this.agents.get(agentId);
    if (!agent) return;
    const lastSeenAt = online ? agent.presence?.lastSeenAt : Date.now();
    this.agents.set(agentId, { ...agent, presence: { ...agent.presence, online, connections, lastSeenAt } });
    this.changed();
  }

  #onDeadLetter({ message, reason }) {
    this.flow.bury(message.id, reason);
    this.stats = { ...this.stats, deadLetters: (this.stats.deadLetters ?? 0) + 1 };
    this.changed();
  }

  #onStats(stats) {
    // Messages told here since the hub counted them are not taken back.
    this.stats = { ...stats, accepted: Math.max(stats.accepted ?? 0, this.stats.accepted ?? 0) };
    if (this.flow.total !== undefined) this.flow.total = stats.messages;
    this.#perSecond = stats.perSecond ?? 0;
    this.changed();
  }

  /** The hub says nothing while nothing happens, which is what the curve then shows. */
  #tick() {
    if (this.session !== 'in') return;
    this.series = [...this.series.slice(1), this.#perSecond];
    this.#perSecond = 0;
    this.changed();
  }

  async #checkSession() {
    await api.me().catch(() => {});
  }

  #signedOut() {
    key.forget();
    this.#empty();
    this.session = 'out';
    this.changed();
  }

  /** What one has seen is not for the next to see. */
  #empty() {
    this.live.close();
    this.principal = null;
    this.agents = new Map();
    this.groups = new Map();
    this.flow = new Flow();
    this.stats = {};
    this.dispatchEvent(new Event('signed-out'));
  }
}

export const hub = new HubState();
