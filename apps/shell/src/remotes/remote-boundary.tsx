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

interface RemoteBoundaryState {
  error: Error | null;
  place: string;
}

/** Keeps a remote's failure inside its own area. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, RemoteBoundaryState> {
  override state: RemoteBoundaryState = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  static getDerivedStateFromProps({ place }: RemoteBoundaryProps, state: RemoteBoundaryState) {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidCatch(error: Error) {
    if (!(error instanceof RemoteError)) this.props.onCrash(error);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const failure =
      error instanceof RemoteError ? error : new RemoteError('crashed', error.message, error);
    return this.props.fallback(failure);
  }
}
