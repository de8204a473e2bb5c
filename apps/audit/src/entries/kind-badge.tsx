import type { Assistant } from '@homie/contracts';
import { Badge } from '@homie/ui';

/** Shows whether an assistant is the organisation's or a participant's. */
export function KindBadge({ kind }: Pick<Assistant, 'kind'>) {
  return <Badge>{kind === 'org' ? 'Org' : 'Participant'}</Badge>;
}
