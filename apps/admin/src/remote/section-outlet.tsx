import { useRemoteOutlet, Link, useDocumentTitle, useLocation } from '@homie/composition';
import { LoadingState, EmptyState, IconClock, LinkButton, Page } from '@homie/ui';
import { createElement, lazy, Suspense, type ComponentType } from 'react';
import { Overview } from '../features/overview/overview';
import { useWhenIdle } from '../resource/use-when-idle';
import { REVIEWS_PATH, type Section } from '../sections/sections';

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

/** This remote's name in the manifest. */
const OWN_NAME = 'admin';

/** Loads the screen of a section: the open one first, most others when the page is idle. */
const loaders: Readonly<Record<string, () => Promise<ComponentType>>> = {
  assistants: async () =>
    (await import('../features/assistants/assistants-screen')).AssistantsScreen,
  participants: async () =>
    (await import('../features/participants/participants-screen')).ParticipantsScreen,
  documents: async () => (await import('../features/documents/documents-screen')).DocumentsScreen,
  feedback: async () => (await import('../features/feedback/feedback-screen')).FeedbackScreen,
  reports: async () => (await import('../features/reports/reports-screen')).ReportsScreen,
  users: async () => (await import('../features/users/users-screen')).UsersScreen,
};

/** Sections that are opened rarely. */
const RARE = new Set(['documents', 'feedback', 'reports']);

const screens: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(loaders).map(([id, load]) => [id, lazy(async () => ({ default: await load() }))]),
);

const ReviewsScreen = lazy(async () => ({
  default: (await import('../features/reviews/reviews-screen')).ReviewsScreen,
}));

interface SectionOutletProps {
  sections: readonly Section[];
  active: Section | undefined;
}

/** Renders the active section: this remote's screen, another remote's, or that it is not composed. */
export function SectionOutlet({ sections, active }: SectionOutletProps) {
  const outlet = useRemoteOutlet();
  const { pathname } = useLocation();
  const frequent = Object.entries(loaders).filter(([id]) => !RARE.has(id));
  useWhenIdle(...frequent.map(([, load]) => load));
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
      {pathname.replace(/\/+$/, '') === REVIEWS_PATH ? (
        <ReviewsScreen sections={sections} />
      ) : (
        <Screen />
      )}
    </Suspense>
  );
}
