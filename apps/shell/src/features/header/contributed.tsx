import { useContributions } from '@homie/composition';
import { useIsMobile } from '@homie/ui';
import { lazy, Suspense } from 'react';

// Most environments contribute nothing here: then nobody loads how it is drawn.
const load = () => import('./contributed-links');
const Areas = lazy(async () => ({ default: (await load()).ContributedAreas }));
const Actions = lazy(async () => ({ default: (await load()).ContributedActions }));

const PLACES = { navItems: Areas, headerActions: Actions } as const;

/** What remotes contribute to the header, where there is room for it; on phones the user menu has it. */
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
