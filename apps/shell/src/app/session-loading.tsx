import { LoadingState } from '@homie/ui';
import { useEffect, useState } from 'react';
import { FailureScreen } from '../layout/failure-screen';

/** Wait in milliseconds before the screen says why it loads: a renewal of the session takes far less. */
const PATIENCE_MS = 5_000;

/** Shown while the session is read or renewed. A client that cannot reach the server tries for half a minute. */
export function SessionLoading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return <LoadingState fullScreen label="Loading..." />;
  return (
    <FailureScreen
      title="The server does not respond"
      description="This page tries again. Messages you sent are saved."
      onRetry={() => window.location.reload()}
    />
  );
}
