import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEB_NOT_SEARCHED } from '../_shared/ai/web-search.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const page = { url: 'https://www.ndis.gov.au/rent?a=1', title: 'Rent' };
const others = [
  'https://ndis.gov.au.evil.test/',
  'https://ndis.gov.au@evil.test/',
  'https://ndis.gov.au:8443/',
  'javascript:alert(1)',
].map((url) => ({ type: 'citation' as const, url, title: 'x' }));

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

async function conversation(fields: Record<string, unknown> = { web_research_enabled: true }) {
  provider.capabilities = { ...provider.capabilities, webSearch: true, domainFilter: true };
  const person = await server.person();
  const assistantId = await server.assistant({ label: 'House Rules', ...fields }, [person]);
  const conversationId = await person.startConversation(assistantId);
  const research = (query: unknown) =>
    person.call('POST', `/conversations/${conversationId}/research`, { query });
  return { person, conversationId, research };
}

test('API-49 web research returns text and citations, is stored as a message and its reply, and is recorded once', async () => {
  const { person, conversationId, research } = await conversation();
  const asking = research('How much is rent?');
  const reply = await provider.reply();
  expect(reply.request.web).toEqual({ enabled: true, domains: ['ndis.gov.au'], required: true });
  const cite = { type: 'citation' as const, ...page };
  reply.start().write('420.').emit(cite);
  for (const other of others) reply.emit(other);
  reply.emit(cite).finish();

  const { status, body } = await asking;
  expect(status).toBe(200);
  const [question, answer, ...more] = await person.messages(conversationId);
  expect(body.data).toEqual({ messageId: answer?.id, text: '420.', citations: [page] });
  expect(question).toMatchObject({ role: 'user', content: 'How much is rent?' });
  expect(answer).toMatchObject({ content: '420.', citations: [page] });
  expect(more).toEqual([]);

  const audit = await server.audit(conversationId);
  expect(audit.map(({ action }) => action)).toEqual([
    'conversation_created',
    'send_message',
    'web_research',
    'run_started',
    'run_stream_started',
    'run_stream_completed',
    'run_succeeded',
  ]);
  expect(JSON.stringify(audit)).not.toMatch(/\brent\b|\b420\b/i);
  const file = await person.get(`/conversations/${conversationId}/export?format=markdown`);
  expect(file).toMatchObject({ text: expect.stringContaining(`- [Rent](<${page.url}>)`) });
});

test('an ordinary reply may search the sites of its assistant too, unless that is disabled or there are none', async () => {
  const own = { use_org_domains: false, web_domains: ['Example.org'] };
  const cases = [
    [{ web_research_enabled: true }, ['ndis.gov.au']],
    [{ web_research_enabled: true, ...own }, ['example.org']],
    [{ web_research_enabled: true, ...own, web_domains: [] }, []],
    [{ web_research_enabled: false, ...own }, []],
  ] as const;
  for (const [fields, domains] of cases) {
    const { person, conversationId } = await conversation(fields);
    const sending = person.send(conversationId, { content: 'Hi' });
    const reply = await provider.reply();
    reply.start().write('Hello').finish();
    await sending;
    expect(reply.request.web).toEqual({ enabled: domains.length > 0, domains });
  }
});

test('a provider that cannot restrict a search to the sites is not asked to search, and the user is notified', async () => {
  const { person, conversationId, research } = await conversation();
  provider.capabilities = { ...provider.capabilities, domainFilter: false };
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  reply
    .start()
    .write('Hello')
    .emit({ type: 'citation', ...page })
    .finish();
  const events = await sending;
  expect(events).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ message: WEB_NOT_SEARCHED }) }),
  );
  expect(events.at(-1)).not.toHaveProperty('data.citations');
  expect(await research('Rent?')).toMatchObject({
    status: 403,
    body: { error: WEB_NOT_SEARCHED },
  });
});

test('RULE-12 LIMIT-05 research that cannot be is refused with the reason, and stores nothing in the conversation', async () => {
  const { person, conversationId, research } = await conversation();
  const refusal = (status: number, error: string) => ({ status, body: { ok: false, error } });
  expect(await research('')).toMatchObject(refusal(422, 'Query cannot be empty'));
  expect(await research('  ')).toMatchObject(refusal(422, 'Query cannot be empty'));
  expect(await research('x'.repeat(16_001))).toMatchObject(refusal(422, 'Query too long'));
  expect(await person.messages(conversationId)).toEqual([]);

  const forbidden = await conversation({});
  expect(await forbidden.research('Rent?')).toMatchObject(
    refusal(403, 'This assistant may not search the web.'),
  );
  const nowhere = await conversation({ web_research_enabled: true, use_org_domains: false });
  expect(await nowhere.research('Rent?')).toMatchObject({ status: 403 });
  expect(
    await forbidden.person.call('POST', `/conversations/${conversationId}/research`, {
      query: 'Rent?',
    }),
  ).toMatchObject({ status: 404, body: { code: 'conversation_not_found' } });

  const failing = research('x'.repeat(16_000));
  (await provider.reply()).start().fail(new Error('down'));
  expect(await failing).toMatchObject(refusal(503, 'The reply was cut off. Please try again.'));
});

test('API-49 web research that is disabled, or of the demo, is refused with the reason', async () => {
  for (const [webResearch, error] of [
    [false, 'Web research is not enabled.'],
    [true, 'Web research needs a connected AI provider. This is a demo without one.'],
  ] as const) {
    const server = await startConversationsServer({ webResearch, orgDomains: ['ndis.gov.au'] });
    const person = await server.person();
    const assistantId = await server.assistant({ label: 'Rules', web_research_enabled: true }, [
      person,
    ]);
    const id = await person.startConversation(assistantId);
    expect(
      await person.call('POST', `/conversations/${id}/research`, { query: 'Rent?' }),
    ).toMatchObject({ status: 403, body: { code: 'web_research_unavailable', error } });
    await server.stop();
  }
});
