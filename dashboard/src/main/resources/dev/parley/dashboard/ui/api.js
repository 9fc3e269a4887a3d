import { key } from './key.js';

/** Requests to the hub: `docs/rest.md`. The cookie and the key say who asks; nothing here ever sees a stored token. */

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the hub answered ${status}`);
    this.status = status;
    this.code = problem.code ?? '';
    this.retryable = problem.retryable ?? status >= 500;
  }
}

/** Where 401 is about a password that was typed, and not about who is signed in. */
const PASSWORD_PATHS = new Set(['/login', '/v1/owners/password']);

function contentType(body, file) {
  if (file) return { 'Content-Type': file.type || 'application/octet-stream' };
  return body === undefined ? {} : { 'Content-Type': 'application/json' };
}

async function call(method, path, { query, body, file, signal, read = parsed, root = '/api' } = {}) {
  const url = new URL(`${root}${path}`, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, value);
  }
  let response;
  try {
    response = await fetch(url, {
      method,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { ...contentType(body, file), ...key.headers },
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new ApiError(0, { detail: 'The hub cannot be reached. Is it running?', retryable: true });
  }
  if (response.ok) return read(response);
  if (response.status === 401 && !PASSWORD_PATHS.has(path)) dispatchEvent(new Event('parley-signed-out'));
  throw new ApiError(response.status, await problem(response));
}

async function parsed(response) {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    throw new ApiError(response.status, { detail: 'The hub answered with something that is not JSON.' });
  }
}

async function problem(response) {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return { detail: text.slice(0, 200).trim() };
  }
}

const part = encodeURIComponent;

/** A request looks only so far back for what fits a filter: an empty page with a `next` is not the end. */
async function messages(query, signal) {
  let page = await call('GET', '/messages', { query, signal });
  while (!page.messages.length && page.next) {
    page = await call('GET', '/messages', { query: { ...query, cursor: page.next }, signal });
  }
  return page;
}

export const api = {
  login: async (credentials) => key.keep((await call('POST', '/login', { body: credentials })).key),
  logout: () => call('POST', '/logout'),
  me: () => call('GET', '/me'),
  stats: () => call('GET', '/stats'),
  agents: (query) => call('GET', '/agents', { query }),
  agent: (id) => call('GET', `/agents/${part(id)}`),
  wake: (id) => call('GET', `/agents/${part(id)}/wake`),
  listeners: (id) => call('GET', `/agents/${part(id)}/listeners`),
  addAgent: (body) => call('POST', '/agents', { body }),
  removeAgent: (id) => call('DELETE', `/agents/${part(id)}`),
  newToken: (id) => call('POST', `/agents/${part(id)}/token`),
  turns: (id, query) => call('GET', `/agents/${part(id)}/turns`, { query }),
  lanes: (id) => call('GET', `/agents/${part(id)}/lanes`),
  agentLog: (id, signal) => call('GET', `/agents/${part(id)}/log`, { query: { follow: true }, signal, read: (response) => response }),
  cancelTurn: (id, session) => call('DELETE', `/agents/${part(id)}/turns/${part(session)}`),
  tasks: (query) => call('GET', '/tasks', { query }),
  task: (id) => call('GET', `/tasks/${part(id)}`),
  cancelTask: (id, body) => call('POST', `/tasks/${part(id)}/cancel`, { body }),
  schedules: (query) => call('GET', '/schedules', { query }),
  schedule: (id, name) => call('GET', `/schedules/${part(id)}/${part(name)}`),
  scheduleRuns: (id, name, query) => call('GET', `/schedules/${part(id)}/${part(name)}/history`, { query }),
  previewSchedule: ({ cron, zone, at }) => call('GET', '/schedules/preview', { query: { cron, zone, at } }),
  createSchedule: (body) => call('POST', '/schedules', { body }),
  changeSchedule: (id, name, body) => call('PUT', `/schedules/${part(id)}/${part(name)}`, { body }),
  triggerSchedule: (id, name) => call('POST', `/schedules/${part(id)}/${part(name)}/trigger`),
  removeSchedule: (id, name) => call('DELETE', `/schedules/${part(id)}/${part(name)}`),
  memories: (id, query, signal) => call('GET', `/agents/${part(id)}/memories`, { query, signal }),
  forget: (id, memory) => call('DELETE', `/agents/${part(id)}/memories/${part(memory)}`),
  approvals: (query) => call('GET', '/approvals', { query }),
  approval: (id) => call('GET', `/approvals/${part(id)}`),
  answerApproval: (id, body) => call('POST', `/approvals/${part(id)}`, { body }),
  governor: () => call('GET', '/governor'),
  allowStop: (id) => call('POST', `/governor/${part(id)}/allow`, { body: {} }),
  inbox: (id, query) => call('GET', `/agents/${part(id)}/inbox`, { query }),
  outbox: (id, query) => call('GET', `/agents/${part(id)}/outbox`, { query }),
  read: (id, ids) => call('POST', `/agents/${part(id)}/inbox/read`, { body: { ids } }),
  groups: () => call('GET', '/groups'),
  putGroup: (name, members) => call('PUT', `/groups/${part(name)}`, { body: { members } }),
  renameGroup: (was, name) => call('PATCH', `/groups/${part(was)}`, { body: { name } }),
  removeGroup: (name) => call('DELETE', `/groups/${part(name)}`),
  loops: () => call('GET', '/loops'),
  loop: (slug) => call('GET', `/loops/${part(slug)}`),
  createLoop: (body) => call('POST', '/loops', { body }),
  joinLoop: (code) => call('POST', '/loops/join', { body: { code } }),
  leaveLoop: (slug) => call('POST', `/loops/${part(slug)}/leave`, { body: {} }),
  deleteLoop: (slug) => call('DELETE', `/loops/${part(slug)}`),
  invite: (slug) => call('POST', `/loops/${part(slug)}/invites`, { body: {} }),
  uninvite: (slug, code) => call('DELETE', `/loops/${part(slug)}/invites/${part(code)}`),
  loopMembers: (slug) => call('GET', `/loops/${part(slug)}/members`),
  putLoopMember: (slug, agent, role) => call('PUT', `/loops/${part(slug)}/members/${part(agent)}`, { body: { role } }),
  removeLoopMember: (slug, agent) => call('DELETE', `/loops/${part(slug)}/members/${part(agent)}`),
  createChannel: (slug, body) => call('POST', `/loops/${part(slug)}/channels`, { body }),
  deleteChannel: (slug, name) => call('DELETE', `/loops/${part(slug)}/channels/${part(name)}`),
  channelMembers: (slug, name) => call('GET', `/loops/${part(slug)}/channels/${part(name)}/members`),
  conversations: (query) => call('GET', '/conversations', { query }),
  openConversation: (agentId) => call('POST', '/conversations', { body: { agentId } }),
  talk: (id, query) => call('GET', `/conversations/${part(id)}/messages`, { query }),
  readUpTo: (id, upTo) => call('POST', `/conversations/${part(id)}/read`, { body: { upTo } }),
  typing: (id) => call('POST', `/conversations/${part(id)}/typing`, { body: {} }),
  account: () => call('GET', '/v1/owners/me'),
  changePassword: (body) => call('POST', '/v1/owners/password', { body }),
  endSessions: () => call('POST', '/v1/owners/logout-all'),
  accounts: () => call('GET', '/v1/owners'),
  inviteAccount: () => call('POST', '/v1/owners/invitations'),
  removeAccount: (id) => call('DELETE', `/v1/owners/${part(id)}`),
  accessRules: () => call('GET', '/access'),
  putAccessRule: (rule) => call('PUT', '/access', { body: rule }),
  removeAccessRule: (query) => call('DELETE', '/access', { query }),
  whyAccess: (query) => call('GET', '/access/why', { query }),
  apps: () => call('GET', '/apps'),
  app: (id) => call('GET', `/apps/${part(id)}`),
  inspectApp: (source) => call('POST', '/apps/inspect', { body: source }),
  installApp: (body) => call('POST', '/apps', { body }),
  actOnApp: (id, action) => call('POST', `/apps/${part(id)}/${action}`),
  approveApp: (id, permissions) => call('POST', `/apps/${part(id)}/approve`, { body: { permissions } }),
  uninstallApp: (id, data) => call('DELETE', `/apps/${part(id)}`, { query: { data } }),
  appSettings: (id) => call('GET', `/apps/${part(id)}/settings`),
  setAppSettings: (id, body) => call('PUT', `/apps/${part(id)}/settings`, { body }),
  appLog: (id, signal) => call('GET', `/apps/${part(id)}/log`, { query: { follow: true }, signal, read: (response) => response }),
  connectApp: (id, provider) => call('POST', `/apps/${part(id)}/logins/${part(provider)}`),
  disconnectApp: (id, provider) => call('DELETE', `/apps/${part(id)}/logins/${part(provider)}`),
  openApp: (id) => call('POST', `/v1/apps/${part(id)}/ui/open`),
  catalogue: (query) => call('GET', '/v1/apps', { query }),
  myApps: () => call('GET', '/v1/developer/apps'),
  submitApp: (id) => call('POST', `/v1/developer/apps/${part(id)}/submit`),
  waitingReviews: () => call('GET', '/v1/admin/apps', { query: { status: 'pending_review' } }),
  review: (id, decision, body) => call('POST', `/v1/admin/apps/${part(id)}/${decision}`, { body }),
  comm: () => call('GET', '/comm'),
  changeComm: (change) => call('PUT', '/comm/settings', { body: change }),
  useComm: (plugin) => call('POST', '/comm/active', { body: { plugin } }),
  connectComm: () => call('POST', '/comm/connect'),
  disconnectComm: () => call('POST', '/comm/disconnect'),
  startLogin: () => call('POST', '/oauth/start', { root: '/neboloop' }),
  forgetAccount: () => call('DELETE', '/account', { root: '/neboloop' }),
  store: (file) => call('POST', '/blobs', { file }),
  blob: (sha256) => call('GET', `/blobs/${sha256}`, { read: (response) => response.blob() }),
  send: (draft) => call('POST', '/messages', { body: draft }),
  messages,
  message: (id) => call('GET', `/messages/${part(id)}`),
  waterfall: (id) => call('GET', `/messages/${part(id)}/waterfall`),
  status: (id) => call('GET', `/messages/${part(id)}/status`),
  thread: (id, query) => call('GET', `/threads/${part(id)}`, { query }),
  search: (query, signal) => call('GET', '/search', { query, signal }),
  deadLetters: (query) => call('GET', '/dead-letters', { query }),
  replay: (body) => call('POST', '/dead-letters/replay', { body }),
  audit: (query, signal) => call('GET', '/audit', { query, signal }),
  usage: (query, signal) => call('GET', '/usage', { query, signal }),
  clearDeadLetters: () => call('DELETE', '/dead-letters'),
};
