import type { DeletionEffect } from '@homie/contracts';

/** Returns a number with its noun, e.g. '1 file' or '2 files'. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Describes the conversations that a deletion includes, e.g. '1 conversation from 1 person (2 messages)'. */
export function describeConversations({
  conversations,
  people,
  messages,
  files,
}: DeletionEffect): string {
  const contents = [
    formatCount(messages, 'message'),
    ...(files > 0 ? [formatCount(files, 'file')] : []),
  ];
  return (
    `${formatCount(conversations, 'conversation')} from ${formatCount(people, 'person', 'people')} ` +
    `(${contents.join(', ')})`
  );
}
