// Logs the official TypeScript clients in through the browser, with nothing but the hub's address, and has them call a tool.
// The person who signs in and agrees is played by a few requests. Fails with the first thing wrong.
//   node oauth.mjs URL-OF-HUB EMAIL PASSWORD AGENT
import assert from 'node:assert/strict';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';

const [hub, email, password, agent] = process.argv.slice(2);
const info = { name: 'parley-test', version: '1.0.0' };

class Provider {
  redirectUrl = 'http://localhost:8765/callback';
  clientMetadata = {
    client_name: 'Official client',
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  state() { return 'a state'; }
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.saved; }
  saveTokens(tokens) { this.saved = tokens; }
  codeVerifier() { return this.verifier; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  redirectToAuthorization(url) { this.address = url; }
}

const field = (html, name) => html.match(new RegExp(`name="${name}" value="([^"]*)"`))[1];

/** Where the hub sends the browser of somebody who agrees. */
async function agree(address) {
  const page = await fetch(address);
  const cookie = page.headers.get('set-cookie').split(';')[0];
  const submit = fields => fetch(address, {
    method: 'POST', redirect: 'manual', headers: { cookie }, body: new URLSearchParams(fields),
  });
  const consent = await submit({ csrf: field(await page.text(), 'csrf'), email, password, decision: 'sign-in' });
  const html = await consent.text();
  assert.equal(consent.status, 200, html);
  const agreed = await submit({ csrf: field(html, 'csrf'), ticket: field(html, 'ticket'), agent, decision: 'approve' });
  assert.equal(agreed.status, 303);
  return new URL(agreed.headers.get('location'));
}

const ways = {
  'sdk 1.x over Streamable HTTP': [
    () => new OldClient(info), authProvider => new OldHttp(new URL(`${hub}/mcp`), { authProvider }), false],
  'sdk 1.x over HTTP+SSE': [
    () => new OldClient(info), authProvider => new SSEClientTransport(new URL(`${hub}/sse`), { authProvider }), false],
  'client 2.x': [
    () => new NewClient(info, { versionNegotiation: { mode: 'auto' } }),
    authProvider => new NewHttp(new URL(`${hub}/mcp`), { authProvider }), true],
};

for (const [name, [client, transport, whole]] of Object.entries(ways)) {
  const provider = new Provider();
  const first = transport(provider);
  await assert.rejects(client().connect(first), /unauthorized/i, name);
  assert.ok(provider.client.client_id && !provider.client.client_secret, name);
  const back = await agree(provider.address);
  assert.equal(back.searchParams.get('state'), 'a state');
  await first.finishAuth(whole ? back.searchParams : back.searchParams.get('code'));
  const before = provider.saved.access_token;

  const connected = client();
  await connected.connect(transport(provider));
  const me = await connected.callTool({ name: 'discover_agents', arguments: {} });
  assert.ok(!me.isError, JSON.stringify(me));
  assert.equal(me.structuredContent.you, agent);
  await connected.close();

  // An access token that is no longer good is followed by the next one, without the person.
  provider.saved = { ...provider.saved, access_token: `${before}x` };
  const again = client();
  await again.connect(transport(provider));
  await again.listTools();
  await again.close();
  assert.notEqual(provider.saved.access_token, `${before}x`);
  console.log(`ok ${name}`);
}
process.exit(0);
