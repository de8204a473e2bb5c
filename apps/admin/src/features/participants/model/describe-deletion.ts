import type { DeletionEffect } from '@homie/contracts';

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Says what is deleted with a participant, leaving out what there is none of. @param effect the counts, once known */
export function describeDeletion(name: string, effect: DeletionEffect | undefined): string {
  const warning = `This cannot be undone. Deleting ${name} cascades to assistants and assignments.`;
  if (!effect) return warning;
  const { assistants = 0, assignments = 0 } = effect;
  const parts = [
    ...(assistants > 0 ? [count(assistants, 'assistant')] : []),
    ...(assignments > 0 ? [count(assignments, 'worker assignment')] : []),
    ...(effect.conversations > 0 ? [describeConversations(effect)] : []),
  ];
  if (parts.length === 0) return `${warning} There are none now.`;
  return `${warning} This also deletes ${new Intl.ListFormat('en-AU').format(parts)}.`;
}

function describeConversations({ conversations, people, messages, files }: DeletionEffect): string {
  const contents = [count(messages, 'message'), ...(files > 0 ? [count(files, 'file')] : [])];
  return (
    `${count(conversations, 'conversation')} from ${count(people, 'person', 'people')} ` +
    `(${contents.join(', ')})`
  );
}
