import type { Assistant } from '@homie/contracts';
import { Badge } from '@homie/ui';

/** Whether an assistant is the organisation's or a participant's. */
export function KindBadge({ kind }: Pick<Assistant, 'kind'>) {
  return kind === 'org' ? (
    <Badge tone="brand">Org</Badge>
  ) : (
    <Badge tone="accent">Participant</Badge>
  );
}
