import { LoadingState } from '@homie/ui';
import { useEffect } from 'react';

/** Leaves the application for the landing page, which is a separate document. */
export function LeaveForLanding() {
  useEffect(() => window.location.replace('/'), []);
  return <LoadingState fullScreen label="Loading..." />;
}
