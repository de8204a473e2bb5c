/**
 * The remote that draws an address of the product's own, if any does. The server asks for its scripts together with the
 * page, the shell begins to load it before it draws anything.
 */
export function remoteOf(pathname: string): 'chat' | 'admin' | null {
  if (/^\/app\/?$/.test(pathname)) return 'chat';
  return /^\/admin(\/|$)/.test(pathname) ? 'admin' : null;
}
