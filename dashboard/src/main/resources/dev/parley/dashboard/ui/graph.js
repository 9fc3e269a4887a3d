import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';
import { html, svg, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { Part } from './element.js';
import { plural } from './format.js';
import { hub } from './hub.js';
import { recipientsOf } from './message.js';
import { href } from './route.js';
import { settings } from './settings.js';

const NODES_MAX = 60;
const PULSES_MAX = 40;
const EDGES_FROM_MESSAGES = 2_000;
const PULSE_MILLIS = 900;
const NAME_LENGTH_MAX = 18;

/**
 * Who talks to whom. An agent is a dot, ringed while it is connected; a line is as thick as what was said along it is much;
 * a message is a spark that runs along its line.
 */
class Graph extends Part {
  #nodes = new Map();
  #links = new Map();
  #seeded = null;
  #pulses = 0;
  #size = { width: 600, height: 400 };
  #simulation = forceSimulation([])
    .force('charge', forceManyBody().strength(-420).distanceMax(600))
    .force('link', forceLink([]).distance(120).strength(0.25))
    .force('collide', forceCollide(36).strength(1).iterations(2))
    .force('frame', () => this.#keepInside())
    .force('x', forceX(0).strength(0.06))
    .force('y', forceY(0).strength(0.11))
    .alphaDecay(0.04)
    .on('tick', () => this.#place())
    .stop();

  connectedCallback() {
    super.connectedCallback();
    this.hears(hub.live, ['message'], ({ detail }) => this.#onMessage(detail));
    this.hears(hub, ['reload'], () => {
      for (const link of this.#links.values()) link.times = 0;
      this.#seeded = null;
    });
    this.#resizes = new ResizeObserver(([{ contentRect }]) => {
      if (!contentRect.width || !contentRect.height) return;
      this.#size = { width: contentRect.width, height: contentRect.height };
      this.#spread();
      this.#warm(0.3);
      this.requestUpdate();
    });
    this.#resizes.observe(this);
  }

  disconnectedCallback() {
    this.#resizes.disconnect();
    this.#simulation.stop();
    super.disconnectedCallback();
  }

  #resizes;

  willUpdate() {
    if (hub.flow.isLoaded && this.#seeded !== hub.flow) {
      this.#seeded = hub.flow;
      for (const [from, to, times] of hub.flow.edges(EDGES_FROM_MESSAGES)) this.#link(from, to).times += times;
    }
    this.#follow();
  }

  /** Of very many agents the busiest are drawn; a picture of all would show none. */
  #follow() {
    const busy = new Map();
    for (const { from, to, times } of this.#links.values()) {
      busy.set(from, (busy.get(from) ?? 0) + times);
      busy.set(to, (busy.get(to) ?? 0) + times);
    }
    // Whoever spoke is somebody; a name that was only written to may be nobody's.
    const speakers = [...this.#links.values()].map(({ from }) => from);
    const names = [...new Set([...hub.agents.keys(), ...speakers])];
    const weight = (name) => (busy.get(name) ?? 0) + (hub.agents.get(name)?.presence?.online ? 0.5 : 0);
    if (names.length > NODES_MAX) names.sort((a, b) => weight(b) - weight(a));
    const drawn = new Set(names.slice(0, NODES_MAX));
    this.#quieter = names.length - drawn.size;
    let isChanged = false;
    for (const name of this.#nodes.keys()) {
      if (drawn.has(name)) continue;
      this.#nodes.delete(name);
      isChanged = true;
    }
    for (const name of drawn) {
      if (this.#nodes.has(name)) continue;
      this.#nodes.set(name, { id: name });
      isChanged = true;
    }
    const links = [...this.#links.values()].filter(({ from, to }) => drawn.has(from) && drawn.has(to));
    if (!isChanged && links.length === this.#drawnLinks.length) return;
    this.#drawnLinks = links.map((link) => Object.assign(link, { source: this.#nodes.get(link.from), target: this.#nodes.get(link.to) }));
    this.#simulation.nodes([...this.#nodes.values()]);
    this.#spread();
    this.#simulation.force('link').links(this.#drawnLinks);
    this.#warm(0.6);
  }

  #drawnLinks = [];
  #quieter = 0;

  /** As much room for everybody as there is: few agents stand far apart, many close together. */
  #spread() {
    const { width, height } = this.#size;
    const room = Math.sqrt((width * height) / Math.max(4, this.#nodes.size));
    this.#simulation.force('charge').strength(-Math.min(1_600, room * 4));
    this.#simulation.force('link').distance(Math.max(60, room * 0.85));
    const isWide = width > height;
    this.#simulation.force('x').strength(isWide ? 0.02 : 0.07);
    this.#simulation.force('y').strength(isWide ? 0.07 : 0.02);
  }

  /** Lets the picture settle: before it is shown when nothing may move, in view otherwise. */
  #warm(alpha) {
    this.#simulation.alpha(Math.max(alpha, this.#simulation.alpha()));
    if (!settings.isStill && this.#isShown) {
      this.#simulation.restart();
      return;
    }
    this.#isShown = true;
    this.#simulation.stop().tick(150);
    this.updateComplete.then(() => this.#place());
  }

  #isShown = false;

  #link(from, to) {
    const key = `${from}\n${to}`;
    let link = this.#links.get(key);
    if (!link) {
      link = { key, from, to, times: 0 };
      this.#links.set(key, link);
    }
    return link;
  }

  #onMessage({ message, recipients }) {
    for (const recipient of recipients ?? recipientsOf(message.path)) {
      const to = recipient.split('/')[0];
      if (to === message.from) continue;
      const link = this.#link(message.from, to);
      link.times++;
      this.#pulse(link);
    }
  }

  #pulse({ key, source, target }) {
    if (!source || !target || document.hidden || this.#pulses >= PULSES_MAX) return;
    const line = this.querySelector(`line[data-key="${CSS.escape(key)}"]`);
    line?.animate([{ stroke: 'var(--accent)', strokeOpacity: 1 }, {}], { duration: PULSE_MILLIS });
    if (settings.isStill) return;
    const spark = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    spark.setAttribute('r', '4');
    spark.setAttribute('class', 'spark');
    this.querySelector('.sparks')?.append(spark);
    this.#pulses++;
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    spark.animate([{ transform: at(source) }, { transform: at(target) }], { duration: PULSE_MILLIS, easing: 'ease-in-out' }).finished.finally(() => {
      spark.remove();
      this.#pulses--;
    });
  }

  /** Inside the simulation, so that whoever is held back at the frame still pushes the others aside. */
  #keepInside() {
    const x = Math.max(20, this.#size.width / 2 - 50);
    const y = Math.max(20, this.#size.height / 2 - 30);
    for (const node of this.#nodes.values()) {
      node.x = Math.max(-x, Math.min(x, node.x));
      node.y = Math.max(-y, Math.min(y - 20, node.y));
    }
  }

  /** Moves what is drawn to where the simulation has it. */
  #place() {
    this.#keepInside();
    for (const group of this.querySelectorAll('[data-node]')) {
      const node = this.#nodes.get(group.dataset.node);
      if (node) group.setAttribute('transform', `translate(${node.x.toFixed(1)} ${node.y.toFixed(1)})`);
    }
    for (const line of this.querySelectorAll('line[data-key]')) {
      const link = this.#links.get(line.dataset.key);
      if (!link?.source) continue;
      line.setAttribute('x1', link.source.x);
      line.setAttribute('y1', link.source.y);
      line.setAttribute('x2', link.target.x);
      line.setAttribute('y2', link.target.y);
    }
  }

  updated() {
    this.#place();
  }

  render() {
    const { width, height } = this.#size;
    if (this.#nodes.size <= 1 && this.#links.size === 0) return this.#empty();
    return html`
      <svg class="graph" viewBox="${-width / 2} ${-height / 2} ${width} ${height}" role="group"
        aria-label="${plural(this.#nodes.size, 'agent')}, ${plural(this.#drawnLinks.length, 'line')} between them">
        <g>
          ${repeat(
            this.#drawnLinks,
            ({ key }) => key,
            ({ key, times }) => svg`<line data-key=${key} stroke-width=${Math.min(6, 1 + Math.log2(1 + times) / 2)} />`,
          )}
        </g>
        <g class="sparks"></g>
        <g>${repeat([...this.#nodes.keys()], (name) => name, (name) => this.#node(name))}</g>
      </svg>
      ${this.#quieter > 0 ? html`<p class="graph-note faint">and ${plural(this.#quieter, 'quieter agent')}</p>` : nothing}
    `;
  }

  #node(name) {
    const agent = hub.agents.get(name);
    const isOnline = agent?.presence?.online;
    const unread = agent?.unread ?? 0;
    const label = `${name}, ${isOnline ? 'online' : agent ? 'offline' : 'not an agent of this hub'}${unread ? `, ${unread} unread` : ''}`;
    const text = name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name;
    return svg`
      <g data-node=${name}>
        <a class="node ${isOnline ? 'online' : ''} ${name === hub.self ? 'self' : ''}" href=${href('agents', name)} aria-label=${label}>
          <title>${label}</title>
          <circle class="halo" r="19" />
          <circle class="dot" r="13" />
          <text class="initial" y="4.5">${name.slice(0, 1).toUpperCase()}</text>
          <text class="name" y="36">${text}</text>
          ${unread ? svg`<circle class="unread" cx="13" cy="-12" r="9" /><text class="unread-count" x="13" y="-8.5">${unread > 99 ? '99+' : unread}</text>` : nothing}
        </a>
      </g>
    `;
  }

  #empty() {
    return html`
      <div class="empty">
        <h2>No agents yet</h2>
        <p>They show up here as soon as there are some:</p>
        <pre>parley agents add researcher</pre>
      </div>
    `;
  }
}

customElements.define('parley-graph', Graph);
