import { Fill, useLocation } from '@homie/composition';
import { IconButton, IconPanelLeft, LoadingState } from '@homie/ui';
import { lazy, Suspense, useState } from 'react';
import { RemoteBoundary } from './remote-boundary';
import type { RemoteError } from './remote-error';
import { RemotePanel } from './remote-panel';
import type { Remotes } from './remotes';
import { useRemotes } from './remotes-context';

interface RemoteOutletProps {
  name: string;
  /** Its screens put a sidebar toggle into the header. Its room is kept meanwhile, so that the title never moves. */
  hasSidebar?: boolean;
}

/**
 * Draws a remote's screens inside their own boundary: whatever happens to the remote, the page
 * around it goes on and this area says what failed and offers to try again.
 */
export function RemoteOutlet({ name, hasSidebar = false }: RemoteOutletProps) {
  const remotes = useRemotes();
  // The key gives every remote a state of its own when one outlet shows first one, then another.
  return <Outlet key={name} {...{ name, hasSidebar, remotes }} />;
}

function Outlet({ name, hasSidebar, remotes }: RemoteOutletProps & { remotes: Remotes }) {
  const { key } = useLocation();
  const [{ attempt, Screen }, show] = useState(() => ({
    attempt: 0,
    Screen: remotes.screens(name) ?? lazy(() => remotes.load(name)),
  }));

  function retry({ reason }: RemoteError) {
    // Of what has crashed all code is there: drawing it anew is enough.
    const drawn = reason === 'crashed' ? remotes.screens(name) : undefined;
    show({ attempt: attempt + 1, Screen: drawn ?? lazy(() => remotes.retry(name)) });
  }

  return (
    <RemoteBoundary
      key={attempt}
      place={key}
      onFailure={(failure) => remotes.failed(name, failure)}
      fallback={(error) => (
        <RemotePanel
          {...{ name, error }}
          // What came once and fails now may have been replaced: then only another page helps.
          again={attempt > 0 || remotes.state(name) === 'ready'}
          onRetry={() => retry(error)}
        />
      )}
    >
      <Suspense fallback={<Loading hasSidebar={hasSidebar} />}>
        <Screen />
      </Suspense>
    </RemoteBoundary>
  );
}

function Loading({ hasSidebar = false }: Pick<RemoteOutletProps, 'hasSidebar'>) {
  return (
    <>
      {hasSidebar && (
        <Fill slot="header-start">
          <IconButton label="Sidebar" icon={<IconPanelLeft />} disabled visibility="hidden" />
        </Fill>
      )}
      <LoadingState label="Loading..." />
    </>
  );
}
