import type { SequencedStreamEvent } from '@homie/contracts';
import type { ChatClient, SendOptions } from './chat-client.ts';
import type { ScriptedProvider } from './scripted-provider.ts';
import { getTurnId } from './stream-reading.ts';

interface Chat {
  person: ChatClient;
  conversationId: string;
}

/** Sends a message and completes its reply. @returns the ids of message, reply and turn */
export async function sendAndReply(
  provider: ScriptedProvider,
  { person, conversationId }: Chat,
  options: SendOptions,
  answer: string,
): Promise<{ question: string; answer: string; turn: string }> {
  const sending = person.send(conversationId, options);
  (await provider.reply()).start().write(answer).finish();
  return readReplyIds(await sending);
}

/** Returns the ids in the events of a completed reply. */
export function readReplyIds(events: readonly SequencedStreamEvent[]) {
  const info = events[0];
  const final = events.at(-1);
  if (info?.event !== 'info' || final?.event !== 'final') throw new Error('not a whole reply');
  return {
    question: info.data.userMessageId,
    answer: String(final.data.messageId),
    turn: getTurnId(events),
  };
}

/** Returns the contents of the messages on the active path. */
export async function listContents({ person, conversationId }: Chat): Promise<string[]> {
  return (await person.messages(conversationId)).map(({ content }) => content);
}
