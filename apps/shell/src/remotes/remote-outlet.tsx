import { useLocation } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { RemoteBoundary } from './remote-boundary';
import { RemotePanel } from './remote-panel';
import type { Remotes } from './remotes';
import { useRemotes } from './remotes-context';

/**
 * Draws a remote's screens inside their own boundary: whatever happens to the remote, the page
 * around it goes on and this area says what failed and offers to try again.
 */
export function RemoteOutlet({ name }: { name: string }) {
  const remotes = useRemotes();
  // The key gives every remote a state of its own when one outlet shows first one, then another.
  return <Outlet key={name} name={name} remotes={remotes} />;
}

function Outlet({ name, remotes }: { name: string; remotes: Remotes }) {
  const { key } = useLocation();
  const [{ attempt, Screen }, show] = useState(() => ({
    attempt: 0,
    Screen: screenOf(() => remotes.load(name)),
  }));

  function retry() {
    const failed = remotes.state(name) === 'failed';
    show({
      attempt: attempt + 1,
      Screen: screenOf(() => (failed ? remotes.retry(name) : remotes.load(name))),
    });
  }

  return (
    <RemoteBoundary
      key={attempt}
      place={key}
      onCrash={(error) => remotes.crashed(name, error)}
      fallback={(error) => (
        <RemotePanel name={name} error={error} again={attempt > 0} onRetry={retry} />
      )}
    >
      <Suspense fallback={<LoadingState label="Loading..." />}>
        <Screen />
      </Suspense>
    </RemoteBoundary>
  );
}

function screenOf(load: () => ReturnType<Remotes['load']>): ComponentType {
  return lazy(load);
}
