import { useComposition } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy } from 'react';

const NotFound = lazy(() => import('../features/not-found'));

/** Any address without a route: not found, once it is known which screens the remotes bring. */
export function Elsewhere() {
  const { status } = useComposition();
  return status === 'loading' ? <LoadingState fullScreen label="Loading..." /> : <NotFound />;
}
