import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleQuestions } from '../../../apps/chat/src/features/conversation/example-questions.ts';
import { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { textOf } from './support/stream-reading.ts';

type Account = 'admin' | 'office' | 'worker';

const POLICY = 'Policy and procedures';
const PROPERTY = 'Property maintenance';
const ROSTER = 'Roster and leave';
const NOTES = 'Shift notes';
const TRAINING = 'Induction and training';
const MAYA = 'Maya - home and routines';
const JORDAN = 'Jordan - community days';
const ELSIE = 'Elsie - garden and tenancy';

const ORGANISATION = [POLICY, PROPERTY, ROSTER, NOTES, TRAINING];
const REACHES: Record<Account, string[]> = {
  worker: [POLICY, PROPERTY, ROSTER, NOTES, MAYA, JORDAN, ELSIE],
  office: [POLICY, PROPERTY, ROSTER, TRAINING, ELSIE],
  admin: [...ORGANISATION, MAYA, JORDAN, ELSIE],
};

/** The record that a greeting names first. */
const MAIN_RECORD: Record<string, string> = {
  [POLICY]: 'Incident procedure',
  [PROPERTY]: 'Maintenance list',
  [ROSTER]: 'Roster rules',
  [NOTES]: 'Shift note guide',
  [TRAINING]: 'Training calendar',
};

/** The source of each suggestion, in the order of the suggestions. */
function sourcesOf(assistant: string): string[] {
  if (ORGANISATION.includes(assistant))
    return [`**${MAIN_RECORD[assistant]}**`, '— *Forms and policies', '— *Message templates'];
  const name = assistant.split(' ')[0];
  const plan = `— *${name}'s care plan, under “`;
  return [`${plan}What you should know`, `${plan}What a good day`, `${plan}What ${name} likes`];
}

/** Asks by account, assistant and question, with the source that the reply must cite. */
const QUESTIONS: [Account, string, string, string][] = [
  [
    'worker',
    POLICY,
    'Who do I tell about a near miss?',
    'Incident procedure, under “Report an incident',
  ],
  [
    'worker',
    NOTES,
    'Who do I tell about a near miss?',
    '[Who to tell about a near miss](/app?conversation=',
  ],
  ['worker', POLICY, 'What do I do after hours?', 'Incident procedure, under “After hours”'],
  ['worker', POLICY, 'Who reads the incident report?', 'Incident procedure, under “Who reads'],
  [
    'worker',
    PROPERTY,
    'Which tasks are due for property maintenance?',
    'Maintenance list, under “Tasks that are due',
  ],
  ['office', PROPERTY, 'How urgent is a loose rail?', 'Maintenance list, under “How urgent'],
  [
    'admin',
    PROPERTY,
    'What was finished this month?',
    'Maintenance list, under “Finished this month”',
  ],
  [
    'worker',
    PROPERTY,
    'How do I report a dripping tap?',
    '[Dripping tap in the laundry](/app?conversation=',
  ],
  [
    'worker',
    ROSTER,
    'How many hours must be between two shifts?',
    'Roster rules, under “Hours and breaks”',
  ],
  ['worker', ROSTER, 'How do I swap a shift?', 'Roster rules, under “Swap a shift”'],
  ['worker', ROSTER, 'I am sick tomorrow, whom do I call?', 'Roster rules, under “Call in sick”'],
  [
    'office',
    ROSTER,
    'How many people can be on leave at once?',
    'Roster rules, under “Apply for leave”',
  ],
  [
    'office',
    ROSTER,
    'Leave in the week before New Year',
    '[Leave over the summer holidays](/app?conversation=',
  ],
  [
    'worker',
    NOTES,
    'How do I write a good shift note?',
    'Shift note guide, under “Write a shift note”',
  ],
  ['worker', NOTES, 'Which words should I use?', 'Shift note guide, under “Words to use”'],
  [
    'worker',
    NOTES,
    'What does not belong in a note?',
    'Shift note guide, under “What does not belong',
  ],
  ['worker', NOTES, 'What does Maya like to do?', '[Rainy day ideas with Maya](/app?conversation='],
  ['worker', NOTES, 'What did Jordan say about late transport?', 'Jordan'],
  ['office', TRAINING, 'Which training is due?', 'Training calendar, under “Training that is due”'],
  ['office', TRAINING, 'What goes into the first week?', 'Induction week for two starters'],
  [
    'admin',
    TRAINING,
    'What is needed before a first shift alone?',
    'Training calendar, under “Before a first shift',
  ],
  ['admin', TRAINING, 'Fire warden reminder', '[Overdue fire warden training](/app?conversation='],
  ['worker', MAYA, 'What does Maya like to do?', "Maya's care plan, under “What Maya likes"],
  ['worker', MAYA, 'How does Maya decide?', "Maya's care plan, under “How Maya decides”"],
  ['worker', MAYA, 'Who do I phone about Maya?', "Maya's care plan, under “What you should know"],
  [
    'worker',
    JORDAN,
    'What is the budget for a day out?',
    "Jordan's care plan, under “Budget and travel”",
  ],
  [
    'worker',
    JORDAN,
    'When did we plan the tram museum?',
    '[Tram museum with Jordan](/app?conversation=',
  ],
  ['worker', ELSIE, 'What about the tap and the tenancy?', "Elsie's care plan, under “Tenancy”"],
  [
    'worker',
    ELSIE,
    'What do we do about the inspection letter?',
    '[Letter about the garden inspection](/app?conversation=',
  ],
  [
    'office',
    ELSIE,
    'Has the water tank been discussed?',
    "[Tank and tap at Elsie's](/app?conversation=",
  ],
  ['worker', NOTES, 'Summarise my last conversation', '](/app?conversation='],
  [
    'worker',
    NOTES,
    'Summarise “Tram museum with Jordan”',
    '[Tram museum with Jordan](/app?conversation=',
  ],
  [
    'office',
    POLICY,
    'Summarise the visitor policy in plain English',
    '[Visitor policy in plain English](/app?conversation=',
  ],
  ['worker', NOTES, 'Which participants am I assigned to?', '- Maya Pereira'],
  ['worker', NOTES, 'List my assistants', '- Shift notes'],
  ['worker', NOTES, 'Show my conversations', '[Rainy day ideas with Maya](/app?conversation='],
  ['worker', NOTES, 'What can you do?', '**Shift note guide**'],
];

let server: ConversationsServer;
let assistants: Map<string, { id: string; kind: 'org' | 'participant' }>;
const people = new Map<Account, ChatClient>();
beforeAll(async () => {
  server = await startConversationsServer({ seed: true });
  const rows = await server.rows('assistants?select=id,label,kind');
  assistants = new Map(
    rows.map(({ id, label, kind }) => [
      String(label),
      { id: String(id), kind: kind === 'org' ? 'org' : 'participant' },
    ]),
  );
  for (const account of ['admin', 'office', 'worker'] as const) {
    const email = `${account}@secondhomie.example`;
    const session = await server.server.signIn(email, 'homie-demo-2026');
    people.set(account, new ChatClient(server.server, session, email));
  }
});
afterAll(() => server.stop());

/** Asks in a new conversation, which is removed afterwards so that no question depends on another. */
async function ask(account: Account, label: string, question: string): Promise<string> {
  const person = people.get(account);
  const assistant = assistants.get(label);
  if (!person || !assistant) throw new Error(`no ${account} or no ${label}`);
  const conversationId = await person.startConversation(assistant.id);
  const text = textOf(await person.send(conversationId, { content: question }));
  await person.call('DELETE', `/conversations/${conversationId}`);
  return text;
}

/** What is wrong with a reply, e.g. that it does not cite the source. */
function faults(text: string, question: string, source: string): string[] {
  const quoted = text
    .split('\n')
    .filter((line) => line.startsWith('> ') && !line.startsWith('> —'));
  return [
    ...(text.includes(source) ? [] : [`does not cite ${source}: ${text}`]),
    ...(text.includes('I found nothing') ? ['found nothing'] : []),
    ...(/demo/i.test(text) ? ['says that it is a demo'] : []),
    ...(/— \*(?:assistants|participants|conversations|messages)\b/.test(text)
      ? ['names a table as its source']
      : []),
    ...(quoted.join('\n').includes(question) ? ['quotes the question'] : []),
  ];
}

for (const account of ['worker', 'office', 'admin'] as const) {
  describe(`every suggestion of every assistant that the demo ${account} can use is answered from its records`, () => {
    test.each(REACHES[account])('%s', async (label) => {
      const kind = assistants.get(label)?.kind ?? 'org';
      const participant_name =
        kind === 'org' || account === 'office' ? null : `${label.split(' ')[0]} Example`;
      const suggestions = exampleQuestions({ kind, label, participant_name });
      const sources = sourcesOf(label);
      expect(suggestions).toHaveLength(sources.length);
      for (const [index, question] of suggestions.entries())
        expect(faults(await ask(account, label, question), question, sources[index] ?? '')).toEqual(
          [],
        );
    });
  });
}

test('there are at least 60 questions', () => {
  const suggestions = Object.values(REACHES).flat().length * 3;
  expect(suggestions + QUESTIONS.length).toBeGreaterThanOrEqual(60);
});

test.each(QUESTIONS)('%s asks %s: %s', async (account, label, question, source) => {
  expect(faults(await ask(account, label, question), question, source)).toEqual([]);
});

test('the demo quotes no record and no conversation that the caller has no access to', async () => {
  const person = await server.person();
  const { id } = assistants.get(NOTES) ?? { id: '' };
  const conversationId = await person.startConversation(id);
  const ask = async (content: string) => textOf(await person.send(conversationId, { content }));
  expect(await ask('What does Maya like to do?')).toContain('I found nothing');
  expect(await ask('Show my conversations')).toBe(
    'There are no earlier conversations you have access to.',
  );
});

test('the suggestions are those of all assistants that the demo accounts can use', async () => {
  for (const [account, person] of people) {
    const { rows } = (await person.get('/assistants')) as { rows: { label: string }[] };
    expect(rows.map(({ label }) => label).sort()).toEqual([...REACHES[account]].sort());
  }
});
