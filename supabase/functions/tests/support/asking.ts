import type { SequencedStreamEvent } from '@homie/contracts';
import type { ChatClient, SendOptions } from './chat-client.ts';
import type { ScriptedProvider } from './scripted-provider.ts';
import { turnIdOf } from './stream-reading.ts';

interface Chat {
  person: ChatClient;
  conversationId: string;
}

/** Sends a message and has it answered. @returns the ids of both, and of the turn */
export async function ask(
  provider: ScriptedProvider,
  { person, conversationId }: Chat,
  options: SendOptions,
  answer: string,
): Promise<{ question: string; answer: string; turn: string }> {
  const sending = person.send(conversationId, options);
  (await provider.reply()).begin().say(answer).finish();
  return idsOf(await sending);
}

/** The ids in the events of a reply that was written to its end. */
export function idsOf(events: readonly SequencedStreamEvent[]) {
  const info = events[0];
  const final = events.at(-1);
  if (info?.event !== 'info' || final?.event !== 'final') throw new Error('not a whole reply');
  return {
    question: info.data.userMessageId,
    answer: String(final.data.messageId),
    turn: turnIdOf(events),
  };
}

/** The messages that are shown, as what they say. */
export async function shown({ person, conversationId }: Chat): Promise<string[]> {
  return (await person.messages(conversationId)).map(({ content }) => content);
}
