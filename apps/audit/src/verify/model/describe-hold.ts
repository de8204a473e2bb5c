import type { AuditHold } from '@homie/contracts';

/** What a hold keeps, who set it and why. */
export function describeHold({ kind, subjectId, reason, setBy }: AuditHold): string {
  const what =
    kind === 'all' ? 'Every entry' : `Entries about the ${kind} ${subjectId?.slice(0, 8) ?? ''}...`;
  return `${what}, set by ${setBy ?? 'an operator'}: ${reason}`;
}
