import { useAuth, type AuthFailure, type AuthResult } from '@homie/auth';
import { useState } from 'react';

/**
 * Makes a change. If the session must prove more first, asks for it in a dialog and makes the change again, with what the
 * user has entered. Returns undefined if the user closes the dialog.
 */
export type Prove = <Data>(
  change: () => Promise<AuthResult<Data>>,
) => Promise<AuthResult<Data> | undefined>;

const UNPROVEN = new Set(['reauthentication_needed', 'insufficient_aal']);

/** Returns `prove`, and while its dialog is open a function that closes it. */
export function useProve(): { prove: Prove; answer: ((isProven: boolean) => void) | undefined } {
  const auth = useAuth();
  const [pending, setPending] = useState<{ answer: (isProven: boolean) => void }>();
  const readUserId = () => auth.store.getState().session?.user.id;

  async function ask(): Promise<boolean> {
    const userId = readUserId();
    const isProven = await new Promise<boolean>((answer) => setPending({ answer }));
    setPending(undefined);
    // A passkey names its user: the change is not for another account.
    return isProven && readUserId() === userId;
  }

  return {
    answer: pending?.answer,
    async prove(change) {
      const result = await change();
      const isUnproven = !result.ok && UNPROVEN.has(result.failure.code ?? '');
      if (!isUnproven) return result;
      return (await ask()) ? change() : undefined;
    },
  };
}

/** The failure of a change that needs a recent sign-in. */
export const UNPROVEN_CHANGE: AuthFailure = {
  kind: 'refused',
  code: 'reauthentication_needed',
  message: 'Confirm that it is you first.',
};
