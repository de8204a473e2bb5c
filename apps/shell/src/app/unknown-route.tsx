import { useComposition } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy } from 'react';

const NotFound = lazy(() => import('../features/not-found'));

/** Any URL without a route: not found, once the screens of the remotes are known. */
export function UnknownRoute() {
  const { status } = useComposition();
  return status === 'loading' ? <LoadingState fullScreen label="Loading..." /> : <NotFound />;
}
