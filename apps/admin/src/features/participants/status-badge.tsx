import type { Participant } from '@homie/contracts';
import { Badge } from '@homie/ui';

/** Shows whether a participant is active. */
export function StatusBadge({ status }: Pick<Participant, 'status'>) {
  return status === 'active' ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="neutral">Inactive</Badge>
  );
}
