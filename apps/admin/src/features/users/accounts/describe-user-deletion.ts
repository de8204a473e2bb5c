import type { UserDeletionEffect } from '@homie/contracts';
import { formatCount } from '../../../records/model/describe-counts';

/** Describes what is deleted with a user, without counts of zero, and the documents that stay. */
export function describeUserDeletion(email: string, effect: UserDeletionEffect): string {
  const parts = [
    ...(effect.conversations > 0
      ? [`${formatCount(effect.conversations, 'conversation')} (${describeContents(effect)})`]
      : []),
    ...(effect.assignments > 0 ? [formatCount(effect.assignments, 'worker assignment')] : []),
  ];
  const deleted =
    parts.length === 0 ? '' : ` This also deletes ${new Intl.ListFormat('en-AU').format(parts)}.`;
  const stays =
    effect.documents === 0
      ? ''
      : ` ${formatCount(effect.documents, 'document')} of theirs will stay, without an owner.`;
  return `This cannot be undone. ${email} loses access at once.${deleted}${stays}`;
}

function describeContents({ messages, files }: UserDeletionEffect): string {
  const counts = [formatCount(messages, 'message')];
  if (files > 0) counts.push(formatCount(files, 'file'));
  return counts.join(', ');
}
