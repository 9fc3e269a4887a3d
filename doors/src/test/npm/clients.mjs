// Calls every tool with the official TypeScript clients, in each way they can speak. Fails with the first thing wrong.
//   node clients.mjs URL-OF-HUB TOKEN-OF-ADA TOKEN-OF-BEN
import assert from 'node:assert/strict';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';

const [hub, ada, ben] = process.argv.slice(2);
const info = { name: 'parley-test', version: '1.0.0' };

function options(token) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}

const ways = {
  'sdk 1.x over Streamable HTTP': [
    token => new OldClient(info),
    token => new OldHttp(new URL(`${hub}/mcp?profile=all`), options(token)),
  ],
  'sdk 1.x over HTTP+SSE': [
    token => new OldClient(info),
    token => new SSEClientTransport(new URL(`${hub}/sse?profile=all`), options(token)),
  ],
  'client 2.x, legacy': [
    token => new NewClient(info),
    token => new NewHttp(new URL(`${hub}/mcp?profile=all`), options(token)),
  ],
  'client 2.x, modern': [
    token => new NewClient(info, { versionNegotiation: { mode: 'auto' } }),
    token => new NewHttp(new URL(`${hub}/mcp?profile=all`), options(token)),
  ],
};

async function connect([client, transport], token) {
  const connected = client(token);
  await connected.connect(transport(token));
  return connected;
}

async function run(way) {
  const a = await connect(way, ada);
  const b = await connect(way, ben);
  const called = new Set();
  const call = async (client, name, args = {}, more) => {
    called.add(name);
    const result = await (client instanceof OldClient
      ? client.callTool({ name, arguments: args }, undefined, more)
      : client.callTool({ name, arguments: args }, more));
    assert.ok(!result.isError, `${name}: ${JSON.stringify(result)}`);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, name);
    return result.structuredContent;
  };
  const { tools } = await a.listTools();

  await call(b, 'get_messages', { unreadOnly: true, markAsRead: true, limit: 200.0 });
  const [task] = (await call(b, 'list_tasks', { state: 'submitted' })).tasks;
  assert.equal((await call(b, 'get_task', { taskId: task.id })).task.from, 'developer');
  assert.equal((await call(b, 'cancel_task', { taskId: task.id })).task.state, 'canceled');
  const [approval] = (await call(b, 'list_approvals')).approvals;
  assert.equal((await call(b, 'get_approval', { approvalId: approval.id })).approval.state, 'open');
  const allowed = await call(b, 'answer_approval', { approvalId: approval.id, allow: true });
  assert.equal(allowed.approval.state, 'allowed');

  await call(b, 'update_my_status', { status: 'busy', capabilities: ['review'] });
  const found = await call(a, 'discover_agents', { capability: 'review' });
  assert.equal(found.agents[0].id, 'ben');

  const { sha256 } = await call(a, 'store_attachment', { name: 'n.md', text: 'hello' });
  const attachments = [{ sha256, name: 'n.md' }];
  const sent = await call(a, 'send_message', { to: 'ben', content: 'needle one', priority: 'high', attachments });
  assert.equal((await call(b, 'read_attachment', { sha256 })).text, 'hello');
  assert.equal(sent.recipientCount, 1);
  await call(a, 'send_to_agent', { target: 'ben', message: 'two' });
  await call(a, 'broadcast_message', { message: 'three' });
  const got = await call(b, 'get_messages', { unreadOnly: true });
  assert.equal(got.count, 3);
  assert.equal(got.messages[0].id, sent.messageId);
  assert.equal((await call(b, 'get_my_messages', { unreadOnly: true, markAsRead: false })).count, 3);
  const ids = got.messages.map(message => message.id);
  assert.equal((await call(b, 'mark_messages_read', { messageIds: ids })).markedCount, 3);
  const hits = await call(b, 'search_messages', { query: 'needle' });
  assert.ok(hits.messages.some(message => message.id === sent.messageId));
  await call(a, 'send_bot_message', { bot: 'ben', message: 'four' });
  assert.equal((await call(b, 'read_bot_messages')).messages[0].content, 'four');

  let progressed = 0;
  const waited = call(b, 'wait_for_messages', { seconds: 30 }, { onprogress: () => progressed++ });
  const asked = call(a, 'send_bot_request', { bot: 'ben', message: 'x?', timeoutSeconds: 30 });
  const question = (await waited).messages[0];
  assert.equal(question.content, 'x?');
  await call(b, 'reply', { messageId: question.id, content: 'x!' });
  assert.equal((await asked).reply.content, 'x!');
  assert.equal((await call(a, 'get_thread', { messageId: question.id })).count, 2);
  assert.equal((await call(b, 'get_message', { messageId: question.id })).text, 'x?');
  const again = call(a, 'ask', { to: 'ben', content: 'y?', seconds: 30 });
  const [next] = (await call(b, 'wait_for_messages', { seconds: 30 })).messages;
  await call(b, 'reply', { messageId: next.id, content: 'y!' });
  assert.equal((await again).reply.content, 'y!');

  const given = (await call(a, 'give_task', { to: 'ben', task: 'Mend it.' })).task;
  const reported = await call(b, 'report_task', { taskId: given.id, state: 'completed', text: 'mended' });
  assert.equal(reported.task.state, 'completed');

  assert.deepEqual([...called].sort(), tools.map(tool => tool.name).sort(), 'every tool was called');
  const inbox = await b.readResource({ uri: 'parley://inbox/ben' });
  assert.equal(JSON.parse(inbox.contents[0].text).agentId, 'ben');
  assert.ok((await b.listPrompts()).prompts.length > 0);
  const version = a.getNegotiatedProtocolVersion?.();
  await a.close();
  await b.close();
  return version;
}

for (const [name, way] of Object.entries(ways)) {
  const version = await run(way);
  if (name.endsWith('modern')) {
    assert.equal(version, '2026-07-28');
  }
  console.log(`ok ${name} ${version ?? ''}`);
}
process.exit(0);
