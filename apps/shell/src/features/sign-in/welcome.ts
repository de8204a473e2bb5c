import { getQueryClient, type Api } from '@homie/api-client';
import { isFactorDemanded, needsSecondFactor, type Auth } from '@homie/auth';
import type { Environment } from '@homie/composition';
import { toast } from '@homie/ui';
import { missingFactorQuery } from '../../app/missing-factor';

/** The toast of a complete sign-in. */
export const WELCOME = {
  title: 'Welcome back!',
  description: 'You have been successfully signed in.',
};

/** Welcomes the user after the password was accepted, unless a second step follows: that one welcomes them. */
export async function welcome(
  auth: Pick<Auth, 'call' | 'store'>,
  api: Api,
  { secondFactor, passkeys }: Pick<Environment, 'secondFactor' | 'passkeys'>,
): Promise<void> {
  const { session } = auth.store.getState();
  if (!session || needsSecondFactor(session)) return;
  if (isFactorDemanded(session, secondFactor)) {
    const missing = await getQueryClient().fetchQuery(missingFactorQuery(auth, api, passkeys));
    if (missing) return;
  }
  toast.success(WELCOME);
}
