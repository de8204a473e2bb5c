import type { TurnMessage } from '../ai/provider.ts';

/** The latest messages that fit into so many characters, oldest first. */
export function recentHistory(
  messages: readonly TurnMessage[],
  maxCharacters: number,
): TurnMessage[] {
  let room = maxCharacters;
  const first = messages.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  return messages.slice(first + 1);
}
