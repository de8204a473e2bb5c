import { randomUUID } from 'node:crypto';
import { assistantListSchema, type Assistant } from '@homie/contracts';
import { sampleOf } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suggestedQuestions } from '../../../apps/chat/src/platform/suggested-questions.ts';
import { demoProvider } from '../_shared/ai/demo-provider.ts';
import type { OrganisationRecords } from '../_shared/ai/provider.ts';
import { turnRequest } from '../_shared/ai/testing/turn-request.ts';
import { callerClient, serviceClient, type DataClient } from '../_shared/http/data-access.ts';
import { organisationRecords } from '../conversations/organisation-records.ts';
import { searchPassages } from '../conversations/search-passages.ts';
import { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { demoFaults } from './support/demo-faults.ts';
import { joinText } from './support/stream-reading.ts';

/** Document that each assistant of the organisation lists first of its own. */
const MAIN_DOCUMENTS: Record<string, string> = {
  'Policy and procedures': 'Incident procedure',
  'Property maintenance': 'Maintenance list',
  'Roster and leave': 'Roster rules',
  'Shift notes': 'Shift note guide',
  'Induction and training': 'Training calendar',
};

/** Returns the source of each suggestion, in the order of the suggestions. */
function sourcesOf({ kind, label }: Assistant): string[] {
  if (kind === 'org')
    return [
      `**[${MAIN_DOCUMENTS[label]}](/app?document=`,
      '— *[Forms and policies, under “',
      '— *[Message templates, under “',
    ];
  const name = label.split(' ')[0];
  const plan = `— *[${name}'s care plan, under “`;
  return [`${plan}What you should know`, `${plan}What a good day`, `${plan}What ${name} likes`];
}

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ seed: true });
});
afterAll(() => server.stop());

async function signIn(email: string) {
  const session = await server.server.signIn(email, 'homie-demo-2026');
  const person = new ChatClient(server.server, session, email);
  const { rows } = assistantListSchema.parse(await person.get('/assistants'));
  return { session, person, assistants: rows };
}

/** Caches each list: it is the same for every question. */
function cached(records: OrganisationRecords): OrganisationRecords {
  const once = <Rows>(query: () => Promise<Rows>) => {
    let rows: Promise<Rows> | undefined;
    return () => (rows ??= query());
  };
  return {
    present: records.present,
    participants: once(() => records.participants()),
    assistants: once(() => records.assistants()),
    documents: once(() => records.documents()),
    earlierConversations: once(() => records.earlierConversations()),
    rankTexts: records.rankTexts,
  };
}

/** Answers a question with the demo, from what the caller may read. */
async function answer(
  question: string,
  { id, label }: Assistant,
  { data, records }: { data: DataClient; records: OrganisationRecords },
) {
  const search = { assistantId: id, question };
  const request = turnRequest({
    question,
    records,
    documents: await searchPassages({ data, embeddings: undefined }, search),
    assistant: { label, openaiAssistantId: 'asst_demo' },
  });
  let text = '';
  const { signal } = new AbortController();
  for await (const event of demoProvider({ delayMs: 0 }).stream(request, { signal }))
    if (event.type === 'delta') text += event.text;
  return text;
}

test('every suggestion of every assistant that a seeded user has access to is answered from its documents', async () => {
  const users = await server.rows('users?select=email&order=email');
  expect(users).toHaveLength(18);
  const faults: string[] = [];
  const asked = new Set<string>();
  const emails = users.map((user) => String(user['email']));
  const isDemo = (email: string) => /^(admin|office|worker)@/.test(email);
  for (const email of sampleOf(emails.filter(isDemo), emails)) {
    const { session, assistants } = await signIn(email);
    const environment = { ...server.environment, fetch: globalThis.fetch };
    const data = callerClient(environment, session.accessToken);
    const service = serviceClient(environment);
    for (const assistant of assistants) {
      const scope = { conversationId: randomUUID(), assistantId: assistant.id };
      const records = cached(organisationRecords({ data, service }, scope));
      const sources = sourcesOf(assistant);
      asked.add(assistant.label);
      const examples = suggestedQuestions({ ...assistant, suggested_questions: [] });
      expect(sources).toHaveLength(examples.length);
      const suggested = assistant.suggested_questions;
      expect(suggested.length).toBeGreaterThan(0);
      for (const [index, question] of [...examples, ...suggested].entries()) {
        const text = await answer(question, assistant, { data, records });
        for (const fault of demoFaults(text, question, sources[index] ?? '— *['))
          faults.push(`${email}, ${assistant.label}, ${question}: ${fault}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(asked.size).toBe(8);
});

test('sending a suggestion returns an answer from the documents of its assistant', async () => {
  const { person, assistants } = await signIn('worker@secondhomie.example');
  for (const assistant of assistants) {
    const [question = ''] = suggestedQuestions({ ...assistant, suggested_questions: [] });
    const conversationId = await person.startConversation(assistant.id);
    const text = joinText(await person.send(conversationId, { content: question }));
    expect(demoFaults(text, question, sourcesOf(assistant)[0] ?? '')).toEqual([]);
  }
});

test('CITE-18 a short question that documents answer is not understood as one about the message before it', async () => {
  const { person, assistants } = await signIn('office@secondhomie.example');
  const policies = assistants.find(({ label }) => label === 'Policy and procedures');
  if (!policies) throw new Error('No assistant for policies');
  for (const before of ['How long may visitors stay?', 'What does the support plan say?'])
    for (const [question, quote] of [
      ['Who do I tell about a near miss?', 'Tell your team lea'],
      ['What if there is a fire?', 'Get everyone out'],
    ] as const) {
      const conversationId = await person.startConversation(policies.id);
      await person.send(conversationId, { content: before });
      const text = joinText(await person.send(conversationId, { content: question }));
      expect(text, `${before} ${question}`).toContain(quote);
    }
});
