import { lazyAccountApi, useApi, useQuery } from '@homie/api-client';
import { useAuth, useSession } from '@homie/auth';
import { Navigate, useEnvironment, useLocation } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy, type ReactNode } from 'react';

const SET_UP = '/account/security';
const PasskeyStep = lazy(async () => ({
  default: (await import('../features/auth-screens')).PasskeyStep,
}));

/**
 * Asks for a second factor if the environment demands one: for the passkey of users who have one, otherwise it leads to
 * the set-up. The database refuses all else.
 */
export default function RequireFactor({ children }: { children: ReactNode }) {
  const api = useApi();
  const auth = useAuth();
  const { pathname } = useLocation();
  const { passkeys } = useEnvironment();
  const userId = useSession()?.user.id;
  const { data: missing, isPending } = useQuery({
    queryKey: ['second-factor', userId],
    queryFn: async () => {
      if (!(await (await lazyAccountApi()).isFactorMissing(api))) return null;
      if (!passkeys) return 'any';
      const listed = await auth.call((service) => service.passkey.list());
      // Users with an authenticator app have entered its code, so it is a passkey that the session has not used.
      return !listed.ok && listed.failure.code === 'insufficient_aal' ? 'passkey' : 'any';
    },
  });
  if (isPending) return <LoadingState fullScreen label="Loading..." />;
  if (missing === 'passkey') return <PasskeyStep />;
  return missing === 'any' && pathname !== SET_UP ? <Navigate to={SET_UP} replace /> : children;
}
