import { useApi, useQuery } from '@homie/api-client';
import { useAuth } from '@homie/auth';
import { Navigate, useEnvironment, useLocation } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy, type ReactNode } from 'react';
import { missingFactorQuery } from './missing-factor';

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
  const { data: missing, isPending } = useQuery(missingFactorQuery(auth, api, passkeys));
  if (isPending) return <LoadingState fullScreen label="Loading..." />;
  if (missing === 'passkey') return <PasskeyStep />;
  return missing === 'any' && pathname !== SET_UP ? <Navigate to={SET_UP} replace /> : children;
}
