import { Component, type ReactNode } from 'react';
import { MissingCodeError } from './import-code';
import { RemoteError } from './remote-error';

interface RemoteBoundaryProps {
  /** A change of this lets a screen that crashed try again, e.g. at another address. */
  place: string;
  /** Called once for each failure of what was there. */
  onFailure: (failure: RemoteError) => void;
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
    if (!(error instanceof RemoteError)) this.props.onFailure(whileDrawn(error));
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return this.props.fallback(error instanceof RemoteError ? error : whileDrawn(error));
  }
}

function whileDrawn(error: Error): RemoteError {
  const reason = error instanceof MissingCodeError ? 'network' : 'crashed';
  return new RemoteError(reason, error.message, error);
}
