import { useComposition, useLocation } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy } from 'react';

const NotFound = lazy(() => import('../features/not-found'));

/** Any address without a route: not found, once it is known which sections the remotes contribute. */
export function Elsewhere() {
  const { status } = useComposition();
  const { pathname } = useLocation();
  const mayBeContributed = status === 'loading' && pathname.startsWith('/admin/');
  return mayBeContributed ? <LoadingState fullScreen label="Loading..." /> : <NotFound />;
}
