/** Returns the latest messages that fit into `maxCharacters`, oldest first. */
export function recentHistory<Message extends { text: string }>(
  messages: readonly Message[],
  maxCharacters: number,
): Message[] {
  let room = maxCharacters;
  const first = messages.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  return messages.slice(first + 1);
}
