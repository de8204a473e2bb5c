import { sampleOf } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { demoFaults } from './support/demo-faults.ts';
import { joinText } from './support/stream-reading.ts';

/** 60 questions by account and assistant, each with the source that the reply must cite. */
const QUESTIONS = `
worker: Policy and procedures
  How do I report an incident? -> Incident procedure, under “Report an incident
  Where is the form for a complaint? -> Forms and policies, under “Find a form
  Which consent form do I need for photos? -> Forms and policies, under “Find a form
  Where do I find the visitors policy? -> Forms and policies, under “Find a form
  Who do I tell about a near miss? -> Incident procedure, under “Report an incident
  What do I do after hours? -> Incident procedure, under “After hours”
  Who reads the incident report? -> Incident procedure, under “Who reads
worker: Shift notes
  When do I finish my shift note? -> Shift note guide, under “Write a shift note”
  Do passwords belong in a note? -> Shift note guide, under “What does not belong
  Where is the medicine chart? -> Forms and policies, under “Find the form
  Who do I tell about a near miss? -> [Who to tell about a near miss](/app?conversation=
  How do I write a good shift note? -> Shift note guide, under “Write a shift note”
  Which words should I use? -> Shift note guide, under “Words to use”
  What does not belong in a note? -> Shift note guide, under “What does not belong
  What does Maya like to do? -> [Rainy day ideas with Maya](/app?conversation=
  What did Jordan say about late transport? -> Jordan
  Summarise my last conversation -> ](/app?conversation=
  Summarise “Tram museum with Jordan” -> [Tram museum with Jordan](/app?conversation=
  Which participants am I assigned to? -> - Maya Pereira
  List my assistants -> - Shift notes
  Show my conversations -> [Rainy day ideas with Maya](/app?conversation=
  What can you do? -> **[Shift note guide](/app?document=
worker: Property maintenance
  When are the smoke alarms tested? -> Maintenance list, under “Tasks that are due
  Who fixes the side gate? -> Maintenance list, under “Tasks that are due
  How urgent is a gas smell? -> Maintenance list, under “How urgent
  Where do keys and codes go? -> Forms and policies, under “Find the form
  Which tasks are due for property maintenance? -> Maintenance list, under “Tasks that are due
  How do I report a dripping tap? -> [Dripping tap in the laundry](/app?conversation=
office: Property maintenance
  How urgent is a loose rail? -> Maintenance list, under “How urgent
admin: Property maintenance
  What was finished this month? -> Maintenance list, under “Finished this month”
worker: Roster and leave
  How long is a break after five hours? -> Roster rules, under “Hours and breaks”
  When do I apply for leave? -> Roster rules, under “Apply for leave”
  Where do I enter my availability? -> Forms and policies, under “Find the form
  How many hours must be between two shifts? -> Roster rules, under “Hours and breaks”
  How do I swap a shift? -> Roster rules, under “Swap a shift”
  I am sick tomorrow, whom do I call? -> Roster rules, under “Call in sick”
office: Roster and leave
  How many people can be on leave at once? -> Roster rules, under “Apply for leave”
  Leave in the week before New Year -> [Leave over the summer holidays](/app?conversation=
office: Induction and training
  How often is first aid training? -> Training calendar, under “Training that is due
  When is the fire warden training? -> Training calendar, under “Training that is due
  Where is the skills sheet? -> Forms and policies, under “Find the form
  Which training is due? -> Training calendar, under “Training that is due”
  What goes into the first week? -> Induction week for two starters
admin: Induction and training
  What is needed before a first shift alone? -> Training calendar, under “Before a first shift
  Fire warden reminder -> [Overdue fire warden training](/app?conversation=
worker: Maya - home and routines
  Who feeds the dog Biscuit? -> Maya's care plan, under “What you should know
  What does a good day look like for Maya? -> Maya's care plan, under “What a good day
  What does Maya like to do? -> Maya's care plan, under “What Maya likes
  How does Maya decide? -> Maya's care plan, under “How Maya decides”
  Who do I phone about Maya? -> Maya's care plan, under “What you should know
worker: Jordan - community days
  What should I know before I visit Jordan? -> Jordan's care plan, under “What you should know
  What does Jordan like? -> Jordan's care plan, under “What Jordan likes
  What is the budget for a day out? -> Jordan's care plan, under “Budget and travel”
  When did we plan the tram museum? -> [Tram museum with Jordan](/app?conversation=
worker: Elsie - garden and tenancy
  When does Elsie water her seedlings? -> Elsie's care plan, under “What you should know
  What does Elsie like to do when it rains? -> Elsie's care plan, under “What Elsie likes
  What about the tap and the tenancy? -> Elsie's care plan, under “Tenancy”
  What do we do about the inspection letter? -> [Letter about the garden inspection](/app?conversation=
office: Elsie - garden and tenancy
  Has the water tank been discussed? -> [Tank and tap at Elsie's](/app?conversation=
office: Policy and procedures
  Summarise the visitor policy in plain English -> [Visitor policy in plain English](/app?conversation=
`;

interface DemoQuestion {
  account: string;
  label: string;
  question: string;
  source: string;
}

function readQuestions(): DemoQuestion[] {
  const asked: DemoQuestion[] = [];
  let account = '';
  let label = '';
  for (const line of QUESTIONS.split('\n').filter((each) => each !== '')) {
    const [question = '', source] = line.trim().split(' -> ');
    if (source === undefined) [account = '', label = ''] = line.split(': ');
    else asked.push({ account, label, question, source });
  }
  return asked;
}

let server: ConversationsServer;
let assistants: Map<unknown, string>;
const people = new Map<string, ChatClient>();
beforeAll(async () => {
  server = await startConversationsServer({ seed: true });
  const rows = await server.rows('assistants?select=id,label');
  assistants = new Map(rows.map(({ id, label }) => [label, String(id)]));
  for (const account of ['admin', 'office', 'worker']) {
    const email = `${account}@secondhomie.example`;
    const session = await server.server.signIn(email, 'homie-demo-2026');
    people.set(account, new ChatClient(server.server, session, email));
  }
});
afterAll(() => server.stop());

/** Sends the question in a new conversation and deletes it afterwards, so that questions are independent. */
async function ask({ account, label, question }: DemoQuestion): Promise<string> {
  const person = people.get(account);
  const assistantId = assistants.get(label);
  if (!person || assistantId === undefined) throw new Error(`no ${account} or no ${label}`);
  const conversationId = await person.startConversation(assistantId);
  const text = joinText(await person.send(conversationId, { content: question }));
  await person.call('DELETE', `/conversations/${conversationId}`);
  return text;
}

test.each(readQuestions().filter((_, at) => at % sampleOf(5, 1) === 0))(
  '$account asks $label: $question',
  async (asked) => {
    expect(demoFaults(await ask(asked), asked.question, asked.source)).toEqual([]);
  },
);

test('the demo quotes no record and no conversation that the caller has no access to', async () => {
  const person = await server.person();
  const conversationId = await person.startConversation(assistants.get('Shift notes') ?? '');
  const reply = async (content: string) => joinText(await person.send(conversationId, { content }));
  expect(await reply('What does Maya like to do?')).toContain('I found nothing');
  expect(await reply('Show my conversations')).toBe(
    'There are no earlier conversations you have access to.',
  );
});
