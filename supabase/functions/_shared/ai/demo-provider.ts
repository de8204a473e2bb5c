import {
  continueAfter,
  DEMO_NOTE,
  greetingAnswer,
  listAnswer,
  searchAnswer,
  summaryAnswer,
  tablesAnswer,
} from '../domain/demo/demo-answer.ts';
import { demoIntent, type RecordKind } from '../domain/demo/demo-intent.ts';
import { rankPassages, searchTerms, type Passage } from '../domain/demo/passages.ts';
import { sourceLink } from '../domain/demo/quote.ts';
import {
  conversationHref,
  conversationPassages,
  historyPassages,
  recordPassages,
  type EarlierConversation,
} from '../domain/demo/record-passages.ts';
import { inline } from '../domain/demo/table-answer.ts';
import { pause } from './pause.ts';
import type { AiProvider, OrganisationRecords, TurnRequest } from './provider.ts';
import { TEXT_ONLY } from './text-only.ts';

/** Prefix of the IDs of the demo's replies. */
export const DEMO_ID = 'demo_';

/**
 * Creates a provider that needs no key, network or model. It quotes passages from the message's files, the conversation
 * and the records that the caller has access to, and invents nothing. The first reply of a conversation has a note that
 * states this. The same question over the same material gets the same answer.
 * @param delayMs pause between two words
 */
export function demoProvider({ delayMs }: { delayMs: number }): AiProvider {
  return {
    kind: 'demo',
    capabilities: { ...TEXT_ONLY, fileInput: 'passages' },
    async *stream(request, { signal }) {
      const id = `${DEMO_ID}${request.turnId}`;
      yield { type: 'created', responseId: id, model: 'demo' };
      yield { type: 'message', openaiMessageId: id };
      if (request.history.every(({ role }) => role === 'user'))
        yield { type: 'note', message: DEMO_NOTE };
      const answer = await demoAnswer(request);
      const remaining =
        request.continuation === undefined ? answer : continueAfter(request.continuation, answer);
      for (const word of remaining.match(/\s*\S+/g) ?? []) {
        if (delayMs > 0) await pause(delayMs, signal);
        signal.throwIfAborted();
        yield { type: 'delta', text: word };
      }
      yield { type: 'done', usage: null };
    },
  };
}

async function demoAnswer(request: TurnRequest): Promise<string> {
  const { question, attachments, records } = request;
  if (attachments.every(({ isEarlier }) => isEarlier)) {
    const intent = demoIntent(question);
    if (intent.kind === 'greeting')
      return greetingAnswer(request.assistant.label, await records.assistantRecords());
    if (intent.kind === 'records') {
      const fromTables = ASKS_FOR_OWN.test(question)
        ? undefined
        : tablesAnswer(question, attachments);
      return (
        fromTables ?? listAnswer(NAMES[intent.records], await entries(records, intent.records))
      );
    }
    if (intent.kind === 'summary') {
      const conversation = await conversationToSummarise(request, intent.of);
      if (conversation) return summaryAnswer(conversation);
    }
  }
  if (question.trim() === '') return searchAnswer({ question, files: attachments, passages: [] });

  const [own, conversations] = await Promise.all([
    records.assistantRecords(),
    records.earlierConversations(),
  ]);
  const isRelevant = ({ participantName, isOwn }: About) =>
    isOwn || participantName === null || names(question, participantName);
  const relevant = own.filter(isRelevant);
  const passages = [
    ...request.documents.passages.map((passage) => ({ ...passage, weight: DOCUMENT })),
    ...historyOf(request),
    ...relevant.flatMap(recordPassages),
    ...conversations.filter(isRelevant).flatMap(conversationPassages),
    ...(await participantPassages(records, question)),
  ];
  const titles = relevant.filter(({ isOwn }) => isOwn).map(({ title }) => title);
  const { hasDocuments } = request.documents;
  return searchAnswer({ question, files: attachments, passages, titles, hasDocuments });
}

/**
 * Scope of a record or conversation. One of another participant's assistant is quoted only if the question names the
 * participant.
 */
interface About {
  participantName: string | null;
  isOwn: boolean;
}

/** Matches a question about the caller's own records, which no table can answer. */
const ASKS_FOR_OWN = /\b(?:my|am i|assigned|access)\b/i;
/** Weight of a passage of the assistant's documents. */
const DOCUMENT = 1.8;
/** Weight of a fact that other passages state better. */
const FACT = 0.25;

function names(question: string, name: string): boolean {
  const [firstName] = searchTerms(name);
  return firstName !== undefined && searchTerms(question).includes(firstName);
}

/** Returns the passages of earlier messages. The demo's replies are identified by their ID. */
function historyOf({ history }: TurnRequest): Passage[] {
  return historyPassages(
    history.map(({ role, text, openaiMessageId }) => ({
      role,
      text,
      isDemo: openaiMessageId?.startsWith(DEMO_ID) ?? false,
    })),
  );
}

async function participantPassages(
  records: OrganisationRecords,
  question: string,
): Promise<Passage[]> {
  return (await records.participants())
    .filter(({ name }) => names(question, name))
    .map(({ name, status }) => ({
      text: `${name} is an ${status} participant.`,
      source: 'Participant list',
      weight: FACT,
    }));
}

/** Returns the conversation that the question names by its title, the present one, or the latest of the others. */
async function conversationToSummarise(
  { question, history, assistant, records }: TurnRequest,
  of: 'this' | 'last' | 'named',
): Promise<EarlierConversation | undefined> {
  if (of === 'this') {
    const messages = history.map(({ role, text }) => ({ role, text, isDemo: false }));
    return {
      ...records.present,
      title: 'This conversation',
      assistantLabel: assistant.label,
      messages,
    };
  }
  const conversations = await records.earlierConversations();
  const titles = conversations.map(({ id, title }) => ({ text: title, source: id }));
  const query = question.replaceAll(
    /\b(?:summari[sz]e|summary|conversation|chat|last|latest)\b/gi,
    '',
  );
  for (const { source, text } of await rankPassages(titles, query, 1)) {
    const words = new Set(searchTerms(query));
    const named = searchTerms(text).filter((word) => words.has(word));
    if (named.length >= searchTerms(text).length / 2)
      return conversations.find(({ id }) => id === source);
  }
  return of === 'last' ? conversations[0] : undefined;
}

const NAMES: Record<RecordKind, { one: string; many: string }> = {
  participants: { one: 'participant', many: 'participants' },
  assistants: { one: 'assistant', many: 'assistants' },
  conversations: { one: 'earlier conversation', many: 'earlier conversations' },
};

async function entries(records: OrganisationRecords, kind: RecordKind): Promise<string[]> {
  switch (kind) {
    case 'participants':
      return (await records.participants()).map(({ name, status }) =>
        status === 'active' ? inline(name) : `${inline(name)} (inactive)`,
      );
    case 'assistants':
      return (await records.assistants()).map(({ label, participantName }) =>
        participantName === null ? inline(label) : inline(`${label} (for ${participantName})`),
      );
    case 'conversations':
      return (await records.earlierConversations()).map(
        ({ id, title, assistantLabel }) =>
          `${sourceLink({ source: title, href: conversationHref({ id }) })} (with ${inline(assistantLabel)})`,
      );
  }
}
