import type { DeletionEffect } from '@homie/contracts';

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What goes with a participant, in two sentences. @param effect the counts, where they are known */
export function describeDeletion(name: string, effect: DeletionEffect | undefined): string {
  const warning = `This cannot be undone. Deleting ${name} cascades to assistants and assignments${owned(effect)}.`;
  if (!effect || effect.conversations === 0) return warning;
  const { conversations, people, messages, files } = effect;
  const contents = [count(messages, 'message'), ...(files > 0 ? [count(files, 'file')] : [])];
  return (
    `${warning} With them go ${count(conversations, 'conversation')} of ` +
    `${count(people, 'person', 'people')}, with ${contents.join(' and ')}.`
  );
}

function owned(effect: DeletionEffect | undefined): string {
  if (!effect) return '';
  const { assistants = 0, assignments = 0 } = effect;
  if (assistants + assignments === 0) return '; there are none now';
  return `: ${count(assistants, 'assistant')} and ${count(assignments, 'worker assignment')}`;
}
