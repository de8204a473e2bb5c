import { useRemoteOutlet, Link, useDocumentTitle, useLocation } from '@homie/composition';
import { LoadingState, EmptyState, IconClock, LinkButton, Page } from '@homie/ui';
import { createElement, lazy, Suspense, type ComponentType } from 'react';
import { Overview } from '../features/overview/overview';
import { useWhenIdle } from '../resource/use-when-idle';
import { frequentScreens, sectionScreens } from '../sections/section-screens';
import { OWN_NAME, REVIEWS_PATH, SYNONYMS_PATH, type Section } from '../sections/sections';

/** Renders the screen of a section that this environment does not compose. */
function NotComposed({ label }: { label: string }) {
  useDocumentTitle(label);
  return (
    <Page title={label}>
      <EmptyState
        icon={<IconClock />}
        title="Not available in this environment yet"
        description="This section has not been switched on here. Everything else keeps working."
        action={
          <LinkButton asChild variant="outline">
            <Link to="/admin">Back to overview</Link>
          </LinkButton>
        }
      />
    </Page>
  );
}

const screens: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(sectionScreens).map(([id, load]) => [
    id,
    lazy(async () => ({ default: await load() })),
  ]),
);

const ReviewsScreen = lazy(async () => ({
  default: (await import('../features/reviews/reviews-screen')).ReviewsScreen,
}));

const SynonymsScreen = lazy(async () => ({
  default: (await import('../features/synonyms/synonyms-screen')).SynonymsScreen,
}));

interface SectionOutletProps {
  sections: readonly Section[];
  active: Section | undefined;
}

/** Renders the active section: this remote's screen, another remote's, or that it is not composed. */
export function SectionOutlet({ sections, active }: SectionOutletProps) {
  const outlet = useRemoteOutlet();
  const { pathname } = useLocation();
  const path = pathname.replace(/\/+$/, '');
  useWhenIdle(...frequentScreens);
  // Only addresses of sections are routed here; the shell answers all others.
  if (!active) return null;
  if (active.remote !== undefined && active.remote !== OWN_NAME) {
    // Not JSX: the shell supplies the component, and the linter would report it as created during render.
    return createElement(outlet, { key: active.id, name: active.remote });
  }
  if (active.remote === OWN_NAME && active.id === 'overview')
    return <Overview sections={sections} />;
  const Screen = active.remote === OWN_NAME ? screens[active.id] : undefined;
  if (!Screen) return <NotComposed label={active.label} />;
  return (
    <Suspense fallback={<LoadingState label="Loading..." />}>
      {path === REVIEWS_PATH ? (
        <ReviewsScreen sections={sections} />
      ) : path === SYNONYMS_PATH ? (
        <SynonymsScreen />
      ) : (
        <Screen />
      )}
    </Suspense>
  );
}
