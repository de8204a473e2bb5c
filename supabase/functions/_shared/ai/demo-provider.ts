import {
  continueAfter,
  DEMO_NOTE,
  greetingAnswer,
  listAnswer,
  openingsAnswer,
  passagesOfFiles,
  quoteAnswer,
  summaryAnswer,
  tablesAnswer,
} from '../domain/demo/demo-answer.ts';
import { demoIntent, type RecordKind } from '../domain/demo/demo-intent.ts';
import { passagesToRank, searchTerms, type Passage } from '../domain/demo/passages.ts';
import { sourceLink } from '../domain/demo/quote.ts';
import {
  conversationHref,
  conversationPassages,
  historyPassages,
  type EarlierConversation,
} from '../domain/demo/conversation-passages.ts';
import { inline } from '../domain/demo/table-answer.ts';
import { pause } from './pause.ts';
import type { AiProvider, OrganisationRecords, TurnRequest } from './provider.ts';
import { TEXT_ONLY } from './text-only.ts';

/** Prefix of the IDs of the demo's replies. */
export const DEMO_ID = 'demo_';

/**
 * Creates a provider that needs no key, network or model. It quotes passages from the message's files, the
 * assistant's documents and the caller's conversations, and invents nothing. The first reply of a conversation has a note that
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
      return greetingAnswer(request.assistant.label, await records.documents());
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
  const fromFiles =
    openingsAnswer(question, attachments) ??
    (question.trim() === '' ? undefined : tablesAnswer(question, attachments));
  if (fromFiles !== undefined) return fromFiles;

  const { hasDocuments, passages } = request.documents;
  const found = [
    ...(await rank(request, passagesOfFiles(attachments, false))),
    ...(await rank(request, passagesOfFiles(attachments, true))),
    ...passages.filter(({ answers }) => answers),
    ...(await rank(request, await ownPassages(request))),
  ];
  const closest =
    passages.length > 0 || !hasDocuments
      ? passages
      : (await records.documents()).map(({ title, href }) => ({ source: title, href }));
  return quoteAnswer({ files: attachments, found, closest });
}

/** Returns the passages that answer the question, best first. */
async function rank(
  { question, records }: TurnRequest,
  all: readonly Passage[],
): Promise<Passage[]> {
  const passages = await passagesToRank(all, question);
  return (await records.rankTexts(question, passages)).flatMap((index) => passages[index] ?? []);
}

/** Returns the passages of the caller's conversations, and facts about participants that the question names. */
async function ownPassages(request: TurnRequest): Promise<Passage[]> {
  const { question, records } = request;
  const conversations = await records.earlierConversations();
  const isRelevant = ({ participantName, isOwn }: About) =>
    isOwn || participantName === null || names(question, participantName);
  return [
    ...historyOf(request),
    ...conversations.filter(isRelevant).flatMap(conversationPassages),
    ...(await participantPassages(records, question)),
  ];
}

/**
 * Scope of a conversation. One of another participant's assistant is quoted only if the question names the
 * participant.
 */
interface About {
  participantName: string | null;
  isOwn: boolean;
}

/** Matches a question about the caller's own access, which no table can answer. */
const ASKS_FOR_OWN = /\b(?:my|am i|assigned|access)\b/i;

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
  const [best] = await records.rankTexts(query, titles);
  const title = best === undefined ? undefined : titles[best];
  if (title) {
    const words = new Set(searchTerms(query));
    const named = searchTerms(title.text).filter((word) => words.has(word));
    if (named.length >= searchTerms(title.text).length / 2)
      return conversations.find(({ id }) => id === title.source);
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
