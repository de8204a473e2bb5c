import type { DeletionEffect } from '@homie/contracts';

/** Returns a number with its noun, e.g. '1 file' or '2 files'. */
export function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Describes the conversations that a deletion includes, e.g. '1 conversation from 1 user (2 messages)'. */
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
    `${formatCount(conversations, 'conversation')} from ${formatCount(people, 'user')} ` +
    `(${contents.join(', ')})`
  );
}
