import type { SessionEnd } from '@homie/auth';

/** A notice for a visitor who is redirected to sign-in. */
export interface Notice {
  kind: 'error' | 'info';
  title: string;
  description: string;
}

/**
 * Returns why a visitor has to sign in, or null if that needs no explanation.
 * @param ended the end of the last session of this page
 */
export function signInNotice(pathname: string, ended?: SessionEnd): Notice | null {
  if (ended && ended.reason !== 'signed-out') {
    return {
      kind: 'info',
      title: 'Your session has ended',
      description: 'Please sign in again to continue.',
    };
  }
  return pathname.startsWith('/admin')
    ? { kind: 'error', title: 'Error', description: 'Please sign in to access this area.' }
    : null;
}
