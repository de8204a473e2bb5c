import { lazyAccountApi, type Api } from '@homie/api-client';
import { needsSecondFactor, readAssuranceLevel, type Auth } from '@homie/auth';
import type { Environment } from '@homie/composition';
import { toast } from '@homie/ui';

/** The toast of a complete sign-in. */
export const WELCOME = {
  title: 'Welcome back!',
  description: 'You have been successfully signed in.',
};

/** Welcomes the user after the password was accepted, unless a second step follows: that one welcomes them. */
export async function welcome(
  { store }: Pick<Auth, 'store'>,
  api: Api,
  secondFactor: Environment['secondFactor'],
): Promise<void> {
  const { session } = store.getState();
  if (!session || needsSecondFactor(session)) return;
  const isDemanded = secondFactor !== 'optional' && readAssuranceLevel(session) !== 'aal2';
  if (isDemanded && (await (await lazyAccountApi()).isFactorMissing(api))) return;
  toast.success(WELCOME);
}
