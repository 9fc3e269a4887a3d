import { svg, html } from 'lit';

const SHAPES = {
  flow: svg`<circle cx="5" cy="12" r="2.5"/><circle cx="18.5" cy="6" r="2.5"/><circle cx="18.5" cy="18" r="2.5"/><path d="m7.3 11 9-4M7.3 13l9 4"/>`,
  agents: svg`<circle cx="12" cy="8" r="3.5"/><path d="M5 20c.6-4 3.2-6 7-6s6.4 2 7 6"/>`,
  tasks: svg`<path d="M4 5.500h4v4H4zM4 14.500h4v4H4zM11.500 7.500H20M11.500 16.500H20"/>`,
  approvals: svg`<path d="M12 3.500a8.500 8.500 0 1 1-6 2.500M8.500 11.800l2.600 2.600L16 9.500"/>`,
  schedules: svg`<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5l3.500 2"/>`,
  apps: svg`<path d="M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM16.500 13.500v6M13.500 16.500h6"/>`,
  groups: svg`<circle cx="8.5" cy="9" r="3"/><path d="M2.5 19c.5-3.5 2.7-5 6-5s5.5 1.5 6 5M17 14c2.6.2 4 1.7 4.5 4.5"/><circle cx="16.5" cy="8" r="2.5"/>`,
  access: svg`<path d="M12 3.500 5 6v5.500c0 4 2.800 7 7 9 4.200-2 7-5 7-9V6zM9 12l2.200 2.200L15.200 10"/>`,
  connections: svg`<path d="M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1"/>`,
  loops: svg`<path d="M4 5.500h11v7.500H9l-3.500 3v-3H4zM18 9h2v7.500h-1.500v3l-3.500-3h-5V16"/>`,
  account: svg`<circle cx="12" cy="12" r="8.500"/><circle cx="12" cy="10" r="2.800"/><path d="M6.800 18c.8-2.600 2.700-3.800 5.200-3.800s4.400 1.200 5.200 3.800"/>`,
  inbox: svg`<path d="M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h5l1.2 2.5h3.600l1.2-2.5h5"/>`,
  search: svg`<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5 5"/>`,
  'dead-letters': svg`<path d="M3.5 6.5h17v11h-17zM3.5 7l8.5 6 8.5-6M4 20.5 20 4"/>`,
  usage: svg`<path d="M4.500 20V4M4.500 20H20M8.500 16.500v-4M12.500 16.500V8M16.500 16.500v-6"/>`,
  audit: svg`<path d="M6 3.500h9l3.500 3.500v13.500H6zM9 10h6.500M9 13.500h6.500M9 17h4"/>`,
  settings: svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
  lock: svg`<path d="M6.500 10.500h11v9h-11zM8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500"/>`,
  close: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
  back: svg`<path d="M15 5l-7 7 7 7"/>`,
  compose: svg`<path d="M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4"/>`,
  help: svg`<path d="M9 9a3 3 0 1 1 4.2 2.75c-.9.4-1.2 1-1.2 2.25M12 17.5v.5"/>`,
};

export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${SHAPES[name]}</svg>`;
