import type { DeletionEffect } from '@homie/contracts';
import { describeConversations, formatCount } from '../../records/model/describe-counts';

/** Describes the records deleted with an assistant. @param effect the counts; undefined if they could not be read */
export function describeDeletion(label: string, effect: DeletionEffect | undefined): string {
  const warning = `This cannot be undone. It removes ${label} and all associated conversations`;
  if (!effect) return `${warning}.`;
  const documents =
    effect.documents > 0 ? ` It also deletes ${formatCount(effect.documents, 'document')}.` : '';
  if (effect.conversations === 0) return `${warning}. There are none now.${documents}`;
  return `${warning}: ${describeConversations(effect)}.${documents}`;
}
