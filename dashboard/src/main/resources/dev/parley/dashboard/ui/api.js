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

function contentType(body, file) {
  if (file) return { 'Content-Type': file.type || 'application/octet-stream' };
  return body === undefined ? {} : { 'Content-Type': 'application/json' };
}

async function call(method, path, { query, body, file, signal, read = parsed } = {}) {
  const url = new URL(`/api${path}`, location.origin);
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
  if (response.status === 401 && path !== '/login') dispatchEvent(new Event('parley-signed-out'));
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
  listeners: (id) => call('GET', `/agents/${part(id)}/listeners`),
  addAgent: (body) => call('POST', '/agents', { body }),
  removeAgent: (id) => call('DELETE', `/agents/${part(id)}`),
  newToken: (id) => call('POST', `/agents/${part(id)}/token`),
  inbox: (id, query) => call('GET', `/agents/${part(id)}/inbox`, { query }),
  outbox: (id, query) => call('GET', `/agents/${part(id)}/outbox`, { query }),
  read: (id, ids) => call('POST', `/agents/${part(id)}/inbox/read`, { body: { ids } }),
  groups: () => call('GET', '/groups'),
  putGroup: (name, members) => call('PUT', `/groups/${part(name)}`, { body: { members } }),
  renameGroup: (was, name) => call('PATCH', `/groups/${part(was)}`, { body: { name } }),
  removeGroup: (name) => call('DELETE', `/groups/${part(name)}`),
  accessRules: () => call('GET', '/access'),
  putAccessRule: (rule) => call('PUT', '/access', { body: rule }),
  removeAccessRule: (query) => call('DELETE', '/access', { query }),
  whyAccess: (query) => call('GET', '/access/why', { query }),
  store: (file) => call('POST', '/blobs', { file }),
  blob: (sha256) => call('GET', `/blobs/${sha256}`, { read: (response) => response.blob() }),
  send: (draft) => call('POST', '/messages', { body: draft }),
  messages,
  message: (id) => call('GET', `/messages/${part(id)}`),
  status: (id) => call('GET', `/messages/${part(id)}/status`),
  thread: (id, query) => call('GET', `/threads/${part(id)}`, { query }),
  search: (query, signal) => call('GET', '/search', { query, signal }),
  deadLetters: (query) => call('GET', '/dead-letters', { query }),
  replay: (body) => call('POST', '/dead-letters/replay', { body }),
  audit: (query, signal) => call('GET', '/audit', { query, signal }),
  clearDeadLetters: () => call('DELETE', '/dead-letters'),
};
