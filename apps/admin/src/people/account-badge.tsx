import type { AccountState } from '@homie/contracts';
import { Badge } from '@homie/ui';

/** Labels an account that is disabled or unconfirmed. Renders nothing for an active one. */
export function AccountBadge({ state }: { state: AccountState }) {
  if (state === 'active') return null;
  return (
    <Badge tone={state === 'disabled' ? 'danger' : 'neutral'}>
      {state === 'disabled' ? 'Disabled' : 'Email not confirmed'}
    </Badge>
  );
}
