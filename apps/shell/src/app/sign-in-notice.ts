/** What a visitor who is sent to sign in is told. */
export interface Notice {
  kind: 'error' | 'info';
  title: string;
  description: string;
}

/**
 * Why a visitor has to sign in, or null where that needs no words.
 * @param wasSignedIn whether they were signed in on this page until now
 */
export function signInNotice(pathname: string, wasSignedIn: boolean): Notice | null {
  if (wasSignedIn) {
    return {
      kind: 'info',
      title: 'Your session has ended',
      description: 'Please sign in again to go on.',
    };
  }
  return pathname.startsWith('/admin')
    ? { kind: 'error', title: 'Error', description: 'Please sign in to access this area.' }
    : null;
}
