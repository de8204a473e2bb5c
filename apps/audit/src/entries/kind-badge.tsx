import type { Assistant } from '@homie/contracts';
import { Badge } from '@homie/ui';

interface KindBadgeProps extends Pick<Assistant, 'kind'> {
  /** Shortens 'Organisation' for narrow columns. */
  short?: boolean;
}

/** Shows whether an assistant is the organisation's or a participant's. */
export function KindBadge({ kind, short = false }: KindBadgeProps) {
  if (kind === 'participant') return <Badge>Participant</Badge>;
  return short ? <Badge title="Organisation">Org</Badge> : <Badge>Organisation</Badge>;
}
