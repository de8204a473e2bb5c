import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '@homie/contracts/admin';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({
    webResearch: true,
    orgDomains: ['ndis.gov.au'],
    dependencies: { provider },
  });
});
afterAll(() => server.stop());

test('DATA-19 using the product writes each of the twelve actions, all about the acting user', async () => {
  provider.capabilities = { ...provider.capabilities, webSearch: true, domainFilter: true };
  const person = await server.person();
  const fields = { label: 'House Rules', web_research_enabled: true };
  const assistantId = await server.assistant(fields, [person]);
  const closed = await server.assistant({ label: 'Not theirs' });
  const conversationId = await person.startConversation(assistantId);
  const path = `/conversations/${conversationId}`;

  await new FileClient(person, server.server, conversationId).upload({
    name: 'rules.txt',
    mime: 'text/plain',
    content: 'Quiet after ten.',
  });
  const answered = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).start().write('Hello.').finish();
  await answered;
  const failed = person.send(conversationId, { content: 'Hi again' });
  (await provider.reply()).fail(new ProviderError('bad_request'));
  await failed;
  const researched = person.call('POST', `${path}/research`, { query: 'How much is rent?' });
  (await provider.reply()).start().write('420.').finish();
  await researched;
  const denied = await person.call('POST', '/conversations', { assistantId: closed });
  expect(denied.status).toBe(403);
  await person.call('DELETE', path);

  const rows = await server.rows(`audit_logs?user_id=eq.${person.userId}&select=action`);
  const written = new Set(rows.map(({ action }) => action));
  expect([...written].toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
});
