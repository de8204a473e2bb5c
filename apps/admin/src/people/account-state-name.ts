import type { AccountState } from '@homie/contracts';

/** The states of an account, as a filter lists them. */
export const accountStateOptions = [
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting for approval' },
  { value: 'invited', label: 'Invited' },
  { value: 'invitation_expired', label: 'Invitation expired' },
  { value: 'unconfirmed', label: 'Email not confirmed' },
  { value: 'deactivated', label: 'Deactivated' },
] as const satisfies readonly { value: AccountState; label: string }[];

/** Returns the state of an account in words. */
export function accountStateName(state: AccountState): string {
  return accountStateOptions.find(({ value }) => value === state)?.label ?? state;
}
