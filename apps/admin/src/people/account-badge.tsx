import type { AccountState } from '@homie/contracts';
import { Badge } from '@homie/ui';
import { accountStateName } from './account-state-name';

/** Labels an account that is not active. Renders nothing for an active one. */
export function AccountBadge({ state }: { state: AccountState }) {
  if (state === 'active') return null;
  return <Badge tone={tones[state]}>{accountStateName(state)}</Badge>;
}

const tones = {
  waiting: 'warning',
  invited: 'info',
  invitation_expired: 'neutral',
  unconfirmed: 'neutral',
  deactivated: 'danger',
} as const;
