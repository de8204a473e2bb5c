import { useContributions } from '@homie/composition';
import { useIsMobile } from '@homie/ui';
import { lazy, Suspense } from 'react';

// Loaded lazily: most environments contribute nothing here.
const load = () => import('./contributed-links');
const Areas = lazy(async () => ({ default: (await load()).ContributedAreas }));
const Actions = lazy(async () => ({ default: (await load()).ContributedActions }));

const PLACES = { navItems: Areas, headerActions: Actions } as const;

/** The links that remotes contribute to the header. Not on phones, where the user menu has them. */
export function Contributed({ kind }: { kind: keyof typeof PLACES }) {
  const has = useContributions(kind).length > 0;
  const isMobile = useIsMobile();
  const Links = PLACES[kind];
  return (
    has &&
    !isMobile && (
      <Suspense fallback={null}>
        <Links />
      </Suspense>
    )
  );
}
