import { LoadingState } from '@homie/ui';
import { useEffect } from 'react';

/** The landing page is a document of its own: whoever navigates to it inside the product is taken there. */
export function LeaveForLanding() {
  useEffect(() => window.location.replace('/'), []);
  return <LoadingState fullScreen label="Loading..." />;
}
