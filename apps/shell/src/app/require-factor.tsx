import { lazyAccountApi, useApi, useQuery } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { Navigate, useLocation } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import type { ReactNode } from 'react';

const SET_UP = '/account/security';

/** Leads users to the set-up of a second factor if the environment demands one. The database refuses all else. */
export default function RequireFactor({ children }: { children: ReactNode }) {
  const api = useApi();
  const { pathname } = useLocation();
  const userId = useSession()?.user.id;
  const { data: isMissing, isPending } = useQuery({
    queryKey: ['second-factor', userId],
    queryFn: async () => (await lazyAccountApi()).isFactorMissing(api),
  });
  if (pathname === SET_UP) return children;
  if (isPending) return <LoadingState fullScreen label="Loading..." />;
  return isMissing ? <Navigate to={SET_UP} replace /> : children;
}
