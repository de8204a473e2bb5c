import type { OffboardingEffect } from '@homie/contracts';
import { formatCount } from '../../../records/model/describe-counts';

/** Describes what happens if a user leaves, and what stays, without counts of zero. */
export function describeOffboarding(
  name: string,
  { assignments, grants, documents, conversations }: OffboardingEffect,
): { changes: string[]; stays: string } {
  return {
    changes: [
      `${name} is signed out everywhere at once and can no longer sign in.`,
      ...(assignments > 0
        ? [`${formatCount(assignments, 'worker assignment')} will be removed.`]
        : []),
      ...(grants > 0
        ? [`Direct access to ${formatCount(grants, 'assistant')} will be removed.`]
        : []),
      ...(documents > 0
        ? [`${formatCount(documents, 'document')} will belong to the new owner.`]
        : []),
    ],
    stays: `${
      conversations > 0 ? `${formatCount(conversations, 'conversation')}, role` : 'Role'
    } and history stay. If you reactivate the account later, assignments and direct access are not restored.`,
  };
}
