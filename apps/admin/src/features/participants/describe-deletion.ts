import type { DeletionEffect } from '@homie/contracts';
import { formatCount, describeConversations } from '../../records/model/describe-counts';

/** Describes the records deleted with a participant, omitting counts of zero. @param effect the counts, once known */
export function describeDeletion(name: string, effect: DeletionEffect | undefined): string {
  const warning = `This cannot be undone. Deleting ${name} cascades to assistants and assignments.`;
  if (!effect) return warning;
  const { assistants = 0, assignments = 0 } = effect;
  const parts = [
    ...(assistants > 0 ? [formatCount(assistants, 'assistant')] : []),
    ...(assignments > 0 ? [formatCount(assignments, 'worker assignment')] : []),
    ...(effect.documents > 0 ? [formatCount(effect.documents, 'document')] : []),
    ...(effect.conversations > 0 ? [describeConversations(effect)] : []),
  ];
  if (parts.length === 0) return `${warning} There are none now.`;
  return `${warning} This also deletes ${new Intl.ListFormat('en-AU').format(parts)}.`;
}
