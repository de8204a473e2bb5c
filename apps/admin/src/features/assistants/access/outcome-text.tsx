import type { AccessOutcome, GrantOutcomes } from '@homie/contracts';
import { Text } from '@homie/ui';

interface OutcomeTextProps {
  rows: GrantOutcomes['rows'] | undefined;
  /** True to grant access, false to revoke it. */
  granted: boolean;
}

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`);

/** Describes the effect of a change of access. Screen readers announce updates. */
export function OutcomeText({ rows = [], granted }: OutcomeTextProps) {
  const count = (wanted: AccessOutcome) => rows.filter(({ outcome }) => outcome === wanted).length;
  const parts: string[] = [];
  if (count('gains') > 0) parts.push(`${users(count('gains'))} will gain access`);
  if (count('loses') > 0) parts.push(`${users(count('loses'))} will lose access`);
  if (count('keeps') > 0) {
    parts.push(
      granted
        ? `${users(count('keeps'))} already ${count('keeps') === 1 ? 'has' : 'have'} access`
        : `${users(count('keeps'))} ${count('keeps') === 1 ? 'keeps' : 'keep'} it through their role`,
    );
  }
  return (
    <Text asChild size="sm" tone="muted" minHeight="5">
      <output>{parts.join(', ')}</output>
    </Text>
  );
}
