import type { AuditHold } from '@homie/contracts';

type Subject = Pick<AuditHold, 'kind' | 'subjectId'>;

/**
 * What a hold keeps.
 * @param name what its subject is called; without one the beginning of its ID stands for it
 */
export function holdSubject({ kind, subjectId }: Subject, name?: string | null): string {
  if (kind === 'all') return 'All records and entries';
  return `The ${kind} ${name ?? `${subjectId?.slice(0, 8) ?? ''}...`}, with all records and entries`;
}

/** What a hold keeps, who set it and why. */
export function describeHold(hold: AuditHold): string {
  return `${holdSubject(hold)}, set by ${hold.setBy ?? 'an operator'}: ${hold.reason}`;
}
