import type { WorkersChange } from '@homie/api-client';
import type { AccessOutcome, WorkerOutcomes } from '@homie/contracts';

type Change = Pick<WorkersChange, 'assigned' | 'withAccess'>;

const isOrAre = (number: number) => (number === 1 ? 'is' : 'are');

function workers(number: number): string {
  return number === 1 ? '1 worker' : `${number} workers`;
}

function counts({ rows }: WorkerOutcomes, part: 'assignment' | 'access') {
  const count = (outcome: AccessOutcome) => rows.filter((row) => row[part] === outcome).length;
  return { gain: count('gains'), keep: count('keeps'), lose: count('loses'), none: count('none') };
}

/** Describes the effect of a change of assignments before it is saved. */
export function describePreview(change: Change, outcomes: WorkerOutcomes): string {
  const assignment = counts(outcomes, 'assignment');
  const parts = change.assigned
    ? [
        assignment.gain > 0 && `${workers(assignment.gain)} will be assigned`,
        assignment.keep > 0 &&
          `${workers(assignment.keep)} ${isOrAre(assignment.keep)} already assigned`,
      ]
    : [
        assignment.lose > 0 && `${workers(assignment.lose)} will be unassigned`,
        assignment.none > 0 &&
          `${workers(assignment.none)} ${isOrAre(assignment.none)} no longer assigned`,
      ];
  return [parts.filter(Boolean).join(', '), accessPreview(change, outcomes)]
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

function accessPreview({ assigned, withAccess }: Change, outcomes: WorkerOutcomes): string {
  if (!withAccess) return 'Assistant access is not affected';
  if (outcomes.assistantId === null)
    return 'No participant assistant is linked, so no access will be granted';
  const access = counts(outcomes, 'access');
  const parts = assigned
    ? [
        access.gain > 0 && `${workers(access.gain)} will gain assistant access`,
        access.keep > 0 &&
          `${workers(access.keep)} already ${access.keep === 1 ? 'has' : 'have'} it`,
      ]
    : [
        access.lose > 0 && `${workers(access.lose)} will lose assistant access`,
        access.keep > 0 &&
          `${workers(access.keep)} ${access.keep === 1 ? 'keeps' : 'keep'} it through their role`,
      ];
  return parts.filter(Boolean).join(', ') || 'No one loses assistant access';
}

/** Describes the result of a change of several assignments, in one message. */
export function describeResult(change: Change, outcomes: WorkerOutcomes): string {
  const assignment = counts(outcomes, 'assignment');
  const access = counts(outcomes, 'access');
  const done = change.assigned
    ? `${workers(assignment.gain)} assigned`
    : `${workers(assignment.lose)} unassigned`;
  if (!change.withAccess) return done;
  if (change.assigned && outcomes.assistantId === null)
    return `${done}. No participant assistant is linked, so no access was granted.`;
  return change.assigned
    ? `${done}, ${access.gain} gained assistant access`
    : `${done}, ${access.lose} lost assistant access`;
}
