import { Component, type ReactNode } from 'react';
import { RemoteError } from './remote-error';

interface RemoteBoundaryProps {
  /** A change of this lets a screen that crashed try again, e.g. at another address. */
  place: string;
  /** Called once for each failure. */
  onCrash: (error: Error) => void;
  fallback: (error: RemoteError) => ReactNode;
  children: ReactNode;
}

/** Keeps a remote's failure inside its own area. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    if (!(error instanceof RemoteError)) this.props.onCrash(error);
  }

  override componentDidUpdate({ place }: RemoteBoundaryProps) {
    if (this.state.error && place !== this.props.place) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const failure =
      error instanceof RemoteError ? error : new RemoteError('crashed', error.message, error);
    return this.props.fallback(failure);
  }
}
