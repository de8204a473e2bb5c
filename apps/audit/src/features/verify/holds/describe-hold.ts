import type { AuditHold } from '@homie/contracts';

type Subject = Pick<AuditHold, 'kind' | 'subjectId'>;

/**
 * Describes the records that a hold retains.
 * @param name the name of its subject; the first 8 characters of its ID if there is none
 */
export function holdSubject({ kind, subjectId }: Subject, name?: string | null): string {
  if (kind === 'all') return 'All records and entries';
  return `The ${kind} ${name ?? `${subjectId?.slice(0, 8) ?? ''}...`}, with all records and entries`;
}

/** Describes the subject of a hold, its author and its reason. */
export function describeHold(hold: AuditHold): string {
  return `${holdSubject(hold)}, placed by ${hold.setBy ?? 'an operator'}: ${hold.reason}`;
}
