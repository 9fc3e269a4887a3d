import { html, nothing, svg } from 'lit';
import { bytes, count, time } from './format.js';
import { hub } from './hub.js';
import { href } from './route.js';

const WIDTH = 120;
const HEIGHT = 28;

function sparkline(series) {
  const top = Math.max(1, ...series);
  const points = series.map((value, i) => `${((i / (series.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1)}`);
  return html`
    <svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<polyline points=${points.join(' ')} vector-effect="non-scaling-stroke" />`}
    </svg>
  `;
}

/** What was ever accepted is kept; what a hub has counted by itself begins with its start. */
function sinceStart({ sinceStart: counted, startedAt }) {
  return counted ? html`<div class="metric"><dt>new since ${time(startedAt)}</dt><dd>${count(counted.accepted)}</dd></div>` : nothing;
}

/** The hub at a glance. */
export function metrics() {
  const { stats, agents, series } = hub;
  const online = [...agents.values()].filter((agent) => agent.presence?.online).length;
  const now = series.at(-1) || stats.perSecond || 0;
  return html`
    <dl class="metrics" aria-label="The hub at a glance">
      <div class="metric metric-wide">
        <dt>messages a second</dt>
        <dd>${count(series.at(-1) === 0 ? 0 : now)} ${sparkline(series)}</dd>
      </div>
      <div class="metric"><dt>accepted</dt><dd>${count(stats.accepted)}</dd></div>
      <div class="metric"><dt>pending</dt><dd>${count(stats.pending)}</dd></div>
      <div class="metric ${stats.deadLetters ? 'metric-bad' : ''}">
        <dt>dead letters</dt>
        <dd><a href=${href('dead-letters')}>${count(stats.deadLetters)}</a></dd>
      </div>
      <div class="metric"><dt>agents online</dt><dd>${count(online)}<span class="faint"> / ${count(agents.size)}</span></dd></div>
      <div class="metric"><dt>connections</dt><dd>${count(stats.connections)}</dd></div>
      <div class="metric"><dt>on disk</dt><dd>${bytes(stats.storeBytes)}</dd></div>
      ${sinceStart(stats)}
    </dl>
  `;
}
