import { useLocation, useRemoteOutlet } from '@homie/composition';
import { Box, Button, Container, ErrorState, Flex, Text } from '@homie/ui';
import { createElement, useEffect, useState } from 'react';
import { describeFailure } from './describe-failure';
import { SectionLinks, useOpenSections } from './open-sections';
import { hasOverride, resetOverrides } from './override-key';
import type { RemoteError } from './remote-error';
import { useRemotes } from './remotes-context';

interface RemotePanelProps {
  name: string;
  error: RemoteError;
  /** It was tried again and failed again. */
  again: boolean;
  onRetry: () => void;
}

/** In place of a remote that is not there. Sections of the administration that work without it are shown or linked. */
export function RemotePanel({ name, error, again, onRetry }: RemotePanelProps) {
  const { title, description } = describeFailure(name, error.reason);
  const remotes = useRemotes();
  const outlet = useRemoteOutlet();
  const { pathname } = useLocation();
  const sections = useOpenSections(name);
  const current = sections.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  const [found, setFound] = useState('');
  useEffect(() => {
    void remotes.finding(name)?.then(({ text }) => setFound(text));
  }, [remotes, name, error]);
  if (current) {
    return (
      <>
        <Container paddingTop="4">
          <Flex flexWrap="wrap" alignItems="center" gap="3">
            <Text role="alert" flex="1" minWidth="60">
              {title}. {current.label} still works.
            </Text>
            <SectionLinks sections={sections} current={current} />
            <Button variant="outline" size="sm" onClick={onRetry}>
              Retry
            </Button>
          </Flex>
        </Container>
        {/* Not JSX: the context supplies the component, and the linter takes it for one made here. */}
        {createElement(outlet, { key: current.path, name: current.remote })}
      </>
    );
  }
  return (
    <Box paddingBlock={{ base: '8', md: '16' }}>
      <ErrorState
        headingAs="h1"
        title={title}
        description={description}
        detail={`${found} ${error.message}`}
        onRetry={onRetry}
        actions={
          <>
            {sections.length > 0 && <SectionLinks sections={sections} />}
            {hasOverride(name) && (
              <Button variant="outline" onClick={resetOverrides}>
                Reset override
              </Button>
            )}
            {/* A page may be too old to learn the hashes of what was released since. */}
            {(again || error.reason === 'unverified') && (
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
