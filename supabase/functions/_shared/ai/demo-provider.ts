import {
  DEMO_NOTICE,
  goOnAfter,
  greetingAnswer,
  listAnswer,
  searchAnswer,
} from '../domain/demo/demo-answer.ts';
import { demoIntent, type RecordKind } from '../domain/demo/demo-intent.ts';
import { splitIntoPassages, type Passage } from '../domain/demo/passages.ts';
import { pause } from './pause.ts';
import type { AiProvider, OrganisationRecords, TurnMessage, TurnRequest } from './provider.ts';
import { TEXT_ONLY } from './text-only.ts';

/**
 * A provider without a key, a network or a model. It says that it is a demo, quotes what it finds in the message's
 * files, the conversation and the records that the person may read, and invents nothing. The same question over the
 * same material gives the same answer.
 * @param delayMs the pause between two words
 */
export function demoProvider({ delayMs }: { delayMs: number }): AiProvider {
  return {
    kind: 'demo',
    capabilities: { ...TEXT_ONLY, fileInput: 'passages' },
    async *stream(request, { signal }) {
      const id = `demo_${request.turnId}`;
      yield { type: 'created', responseId: id, model: 'demo' };
      yield { type: 'message', openaiMessageId: id };
      const answer = await demoAnswer(request);
      const rest =
        request.continuation === undefined ? answer : goOnAfter(request.continuation, answer);
      for (const word of rest.match(/\s*\S+/g) ?? []) {
        if (delayMs > 0) await pause(delayMs, signal);
        signal.throwIfAborted();
        yield { type: 'delta', text: word };
      }
      yield { type: 'done', usage: null };
    },
  };
}

async function demoAnswer({
  question,
  attachments,
  history,
  records,
  assistant,
}: TurnRequest): Promise<string> {
  if (attachments.every(({ isEarlier }) => isEarlier)) {
    const intent = demoIntent(question);
    if (intent.kind === 'greeting') return greetingAnswer(assistant.label);
    if (intent.kind === 'records') {
      return listAnswer(NAMES[intent.records], await entries(records, intent.records));
    }
  }
  const passages =
    question.trim() === '' ? [] : [...saidEarlier(history), ...(await recordPassages(records))];
  return searchAnswer({ question, files: attachments, passages });
}

const NAMES: Record<RecordKind, { one: string; many: string }> = {
  participants: { one: 'participant', many: 'participants' },
  assistants: { one: 'assistant', many: 'assistants' },
  conversations: { one: 'conversation', many: 'conversations' },
};

async function entries(records: OrganisationRecords, kind: RecordKind): Promise<string[]> {
  switch (kind) {
    case 'participants':
      return (await records.participants()).map(({ name, status }) =>
        status === 'active' ? name : `${name} (inactive)`,
      );
    case 'assistants':
      return (await records.assistants()).map(({ label, participantName }) =>
        participantName === null ? label : `${label} (for ${participantName})`,
      );
    case 'conversations':
      return (await records.conversations()).map(
        ({ title, assistantLabel }) => `${title} (with ${assistantLabel})`,
      );
  }
}

/** Earlier messages as passages. Replies of the demo itself are left out: they would be quotes of quotes. */
function saidEarlier(history: readonly TurnMessage[]): Passage[] {
  return history
    .filter(({ role, text }) => role === 'user' || !text.startsWith(DEMO_NOTICE))
    .flatMap(({ role, text }) =>
      splitIntoPassages(
        text,
        role === 'user'
          ? 'you, earlier in this conversation'
          : 'the assistant, earlier in this conversation',
      ),
    );
}

async function recordPassages(records: OrganisationRecords): Promise<Passage[]> {
  const [participants, assistants] = await Promise.all([
    records.participants(),
    records.assistants(),
  ]);
  return [
    ...participants.map(({ name, status }) => ({
      text: `${name} is an ${status} participant.`,
      source: 'participants',
    })),
    ...assistants.map(({ label, participantName }) => ({
      text:
        participantName === null
          ? `${label} serves the whole organisation.`
          : `${label} serves ${participantName}.`,
      source: 'assistants',
    })),
  ];
}
