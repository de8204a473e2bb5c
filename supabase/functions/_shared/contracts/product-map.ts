/**
 * Addresses of the product's screens in every environment. `remote` owns an address; each remote may contribute one
 * without an owner.
 */
export const PRODUCT_ADDRESSES: readonly { path: string; remote: 'chat' | 'admin' | null }[] = [
  { path: '/app', remote: 'chat' },
  { path: '/admin', remote: 'admin' },
  { path: '/admin/assistants', remote: 'admin' },
  { path: '/admin/participants', remote: 'admin' },
  { path: '/admin/users', remote: 'admin' },
  { path: '/admin/audit', remote: null },
];

/** Names of the product's remotes in messages for the user. */
export const REMOTE_TITLES: Readonly<Record<string, string>> = {
  chat: 'The chat',
  admin: 'The administration',
  audit: 'The audit log',
  health: 'The health page',
};

/**
 * Returns the remote that renders an address of the product. The server adds its scripts to the page, and the shell loads
 * it before the first render.
 */
export function matchRemote(pathname: string): 'chat' | 'admin' | null {
  if (/^\/app\/?$/.test(pathname)) return 'chat';
  return /^\/admin(\/|$)/.test(pathname) ? 'admin' : null;
}
