import { useIsAdmin } from '@homie/api-client';
import { useSession } from '@homie/auth';
import {
  Link,
  useContributions,
  useLocation,
  useRemoteOutlet,
  type RemoteContribution,
  type RemoteFailureReason,
} from '@homie/composition';
import { REMOTE_TITLES } from '@homie/contracts';
import { Box, Button, Container, ErrorState, Flex, HStack, LinkButton, Text } from '@homie/ui';
import { createElement, useEffect, useState } from 'react';
import type { Finding } from './loading/diagnose';
import type { RemoteLoader } from './loading/remote-loader';
import type { RemoteError } from './remote-error';
import { hasOverride, resetOverrides } from './selection/override-storage';

/** For each reason, what happened and what the user can do or should know. */
const TEXTS: Readonly<Record<RemoteFailureReason, readonly [what: string, advice: string]>> = {
  manifest: ['is not available', 'The list of versions could not be loaded.'],
  unknown: ['is not part of this installation', 'An administrator can add it.'],
  incompatible: [
    'is not compatible with this version of the app',
    'It should work again after the next update.',
  ],
  origin: ['comes from an address that is not allowed here', 'An administrator can allow it.'],
  unverified: ['could not be verified', 'It was not run, to be safe.'],
  slow: ['is taking too long to load', 'The connection may be slow.'],
  network: ['could not be loaded', 'It may be down for a moment.'],
  missing: ['could not be loaded', 'One of its files is missing.'],
  crashed: ['stopped working', 'What you sent or saved is safe.'],
};

/** Reasons that a connection may remove. */
const OF_NETWORK: readonly RemoteFailureReason[] = ['manifest', 'slow', 'network', 'missing'];

interface RemotePanelProps {
  name: string;
  error: RemoteError;
  remotes: RemoteLoader;
  /** True if it failed after a retry. */
  hasFailedAgain: boolean;
  onRetry: () => void;
}

/** Replaces a remote that failed. Shows or links the sections of the administration that work without it. */
export function RemotePanel({ name, error, remotes, hasFailedAgain, onRetry }: RemotePanelProps) {
  const [found, setFound] = useState<Finding>();
  const [what] = TEXTS[error.reason];
  const isOfNetwork = OF_NETWORK.includes(error.reason);
  const advice =
    isOfNetwork && !navigator.onLine
      ? "You're offline. It loads when the connection is back."
      : TEXTS[found?.reason ?? error.reason][1];
  const title = `${useTitle(name)} ${what}`;
  const outlet = useRemoteOutlet();
  const { pathname } = useLocation();
  const sections = useOpenSections(name);
  const current = sections.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  useEffect(() => {
    void remotes.finding(name)?.then(setFound);
  }, [remotes, name, error]);
  useEffect(() => {
    let isShown = true;
    remotes.late(name)?.then(
      () => isShown && onRetry(),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [remotes, name, onRetry]);
  useEffect(() => {
    if (!isOfNetwork) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [isOfNetwork, onRetry]);
  if (current) {
    return (
      <>
        <Container paddingTop="4">
          <Flex flexWrap="wrap" alignItems="center" gap="3">
            <Text role="alert" flex="1" minWidth="60">
              {`${title}. ${current.label} still works.`}
            </Text>
            <SectionLinks sections={sections} current={current} />
            <Button variant="outline" size="sm" onClick={onRetry}>
              Retry
            </Button>
          </Flex>
        </Container>
        {/* Not JSX: the context supplies the component, and the linter mistakes it for one that is created here. */}
        {createElement(outlet, { key: current.path, name: current.remote })}
      </>
    );
  }
  return (
    <Box paddingBlock={{ base: '8', md: '16' }}>
      <ErrorState
        headingAs="h1"
        title={title}
        description={`${advice} The menu above and everything else still work.`}
        detail={`${found?.text ?? ''} ${error.message}`}
        onRetry={onRetry}
        actions={
          <>
            {sections.length > 0 && <SectionLinks sections={sections} />}
            {hasOverride(name) && (
              <Button variant="outline" onClick={resetOverrides}>
                Reset override
              </Button>
            )}
            {/* A page may be too old to get the hashes of a later release. */}
            {(hasFailedAgain || error.reason === 'unverified') && (
              <Button variant="ghost" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
            )}
          </>
        }
      />
    </Box>
  );
}

/** Returns the name of a remote in messages: that of the product, or of its page in the menus. */
function useTitle(name: string): string {
  const pages = [...useContributions('navItems'), ...useContributions('userMenuItems')];
  const page = pages.find(({ remote }) => remote === name);
  return REMOTE_TITLES[name] ?? (page ? `The page ‘${page.label}’` : `‘${name}’`);
}

/**
 * Returns the sections of the administration that other remotes render, for administrators: they work without the
 * remote that renders the frame. Empty for other remotes and other users.
 */
function useOpenSections(failed: string): readonly RemoteContribution[] {
  const isAdmin = useIsAdmin(useSession()?.user.id);
  const sections = useContributions('adminSections');
  if (failed !== 'admin' || !isAdmin) return [];
  return sections.filter(({ remote }) => remote !== failed);
}

/** Links to sections, the open one marked. */
function SectionLinks({
  sections,
  current,
}: {
  sections: readonly RemoteContribution[];
  current?: RemoteContribution | undefined;
}) {
  return (
    <HStack asChild gap="2" flexWrap="wrap" justifyContent="center">
      <nav aria-label="Administration">
        {sections.map((section) => (
          <LinkButton key={section.path} asChild variant="outline" size="sm">
            <Link to={section.path} aria-current={section === current ? 'page' : undefined}>
              {section.label}
            </Link>
          </LinkButton>
        ))}
      </nav>
    </HStack>
  );
}
