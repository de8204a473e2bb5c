import type { RemoteContribution } from './composition';

/** An address of a remote's own: everything at it and below it is drawn by the remote. */
export interface RemoteAddress {
  path: string;
  remote: string;
}

/** An address that a remote names and does not get. */
export interface RefusedAddress extends RemoteAddress {
  /** Whose it is; null: it is no address of the product, or one that no remote may have. */
  owner: string | null;
}

/** First parts of addresses that belong to services and to the sign-in. */
export const RESERVED_ADDRESSES: readonly string[] = [
  'api',
  'assets',
  'auth',
  'environments',
  'functions',
  'healthz',
  'remotes',
  'rest',
  'storage',
];

/** Addresses of the product's own screens. */
const PRODUCT_ADDRESSES: readonly RemoteAddress[] = [
  { path: '/app', remote: 'chat' },
  ...['/admin', '/admin/assistants', '/admin/participants', '/admin/users'].map((path) => ({
    path,
    remote: 'admin',
  })),
];

const ADDRESS = /^(\/[a-z0-9][a-z0-9-]*)+$/;

/** Whether an address is the other one or below it. The administration is a frame: what is below it is not its own. */
function covers(path: string, other: string): boolean {
  return path === other || (path !== '/admin' && other.startsWith(`${path}/`));
}

/**
 * Gives every remote the addresses that it names, unless they are reserved or another remote has them: of two that want
 * the same, the first by name gets it.
 */
export function grantAddresses(wanted: readonly RemoteContribution[]): {
  granted: RemoteAddress[];
  refused: RefusedAddress[];
} {
  const granted: RemoteAddress[] = [];
  const refused: RefusedAddress[] = [];
  const byName = wanted.toSorted((a, b) =>
    a.remote < b.remote ? -1 : Number(a.remote > b.remote),
  );
  for (const { path, remote } of byName) {
    const isFree = ADDRESS.test(path) && !RESERVED_ADDRESSES.includes(path.split('/')[1] ?? '');
    const other =
      isFree &&
      [...PRODUCT_ADDRESSES, ...granted].find(
        (owned) =>
          owned.remote !== remote && (covers(owned.path, path) || covers(path, owned.path)),
      );
    if (!isFree) refused.push({ path, remote, owner: null });
    else if (other) refused.push({ path, remote, owner: other.remote });
    else if (!granted.some((owned) => owned.path === path)) granted.push({ path, remote });
  }
  return { granted, refused };
}
