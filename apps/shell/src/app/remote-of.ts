/** The remote that draws an address, if any does. */
export function remoteOf(pathname: string): 'chat' | 'admin' | null {
  if (/^\/app\/?$/.test(pathname)) return 'chat';
  return /^\/admin(\/|$)/.test(pathname) ? 'admin' : null;
}
