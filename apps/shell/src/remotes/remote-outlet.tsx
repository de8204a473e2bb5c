import { Fill, useLocation } from '@homie/composition';
import { IconButton, IconPanelLeft, LoadingState } from '@homie/ui';
import {
  Component,
  createContext,
  lazy,
  Suspense,
  useContext,
  useState,
  type ReactNode,
} from 'react';
import { MissingCodeError } from './integrity/import-code';
import type { RemoteLoader } from './loading/remote-loader';
import { RemoteError } from './remote-error';
import { RemotePanel } from './remote-panel';

/** Passes the page's remotes to its outlets. */
export const RemotesContext = createContext<RemoteLoader | null>(null);

interface RemoteOutletProps {
  name: string;
  /** Reserves the space of the sidebar toggle, which the remote's screens add to the header: the title never moves. */
  hasSidebar?: boolean;
}

/**
 * Renders a remote's screens inside their own boundary: if the remote fails, the page around it still works, and this
 * area shows the failure and a button to retry.
 * @throws outside a RemotesContext
 */
export function RemoteOutlet({ name, hasSidebar = false }: RemoteOutletProps) {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('RemoteOutlet needs a RemotesContext');
  // The key gives every remote its own state if one outlet shows first one, then another.
  return <Outlet key={name} {...{ name, hasSidebar, remotes }} />;
}

function Outlet({ name, hasSidebar, remotes }: RemoteOutletProps & { remotes: RemoteLoader }) {
  const { key } = useLocation();
  const [{ attempt, Screen }, show] = useState(() => ({
    attempt: 0,
    Screen: remotes.screens(name) ?? lazy(() => remotes.load(name)),
  }));

  function retry({ reason }: RemoteError) {
    // All code of a crashed remote is loaded, and that of a slow one perhaps: rendering it again is enough.
    const isLoaded = reason === 'crashed' || reason === 'slow';
    const loaded = isLoaded ? remotes.screens(name) : undefined;
    show({ attempt: attempt + 1, Screen: loaded ?? lazy(() => remotes.retry(name)) });
  }

  return (
    <RemoteBoundary
      key={attempt}
      location={key}
      onFailure={(failure) => remotes.failed(name, failure)}
      fallback={(error) => (
        <RemotePanel
          {...{ name, error, remotes }}
          // Code that was loaded and fails now may have been replaced: then only reloading the page helps.
          hasFailedAgain={attempt > 0 || remotes.status(name) === 'ready'}
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

interface BoundaryProps {
  /** A change of this renders a crashed screen again, e.g. at another address. */
  location: string;
  /** Called once for each failure of code that was loaded. */
  onFailure: (failure: RemoteError) => void;
  fallback: (error: RemoteError) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  error: Error | null;
  location: string;
}

class RemoteBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, location: this.props.location };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState) {
    return location === state.location ? null : { error: null, location };
  }

  override componentDidCatch(error: Error) {
    if (!(error instanceof RemoteError)) this.props.onFailure(toRenderFailure(error));
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return this.props.fallback(error instanceof RemoteError ? error : toRenderFailure(error));
  }
}

function toRenderFailure(error: Error): RemoteError {
  const reason = error instanceof MissingCodeError ? 'network' : 'crashed';
  return new RemoteError(reason, error.message, error);
}
