import type { AccountState } from '@homie/contracts';
import { Badge } from '@homie/ui';

/** Says that an account cannot be used and why; nothing for one that can. */
export function AccountBadge({ state }: { state: AccountState }) {
  if (state === 'active') return null;
  return (
    <Badge tone={state === 'disabled' ? 'danger' : 'neutral'}>
      {state === 'disabled' ? 'Disabled' : 'Email not confirmed'}
    </Badge>
  );
}
