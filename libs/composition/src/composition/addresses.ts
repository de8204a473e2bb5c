import type { RemoteContribution } from '../manifest/contributions-schema';

/** An address that a remote owns: the remote renders everything at it and below it. */
export interface RemoteAddress {
  path: string;
  remote: string;
}

/** An address of the product's own screens. */
export interface ProductAddress {
  path: string;
  /** The remote that owns it; each remote may contribute an address without an owner. */
  remote: string | null;
}

/** An address that a remote requests and does not get. */
export interface RefusedAddress extends RemoteAddress {
  /** The remote that owns it; null: it is no address of the product, or one that no remote may have. */
  owner: string | null;
}

/** First segments of addresses that belong to services and to the sign-in. */
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

const ADDRESS = /^(\/[a-z0-9][a-z0-9-]*)+$/;

/**
 * Returns whether an address is the other one or below it. The administration is a frame: it does not own the addresses
 * below it.
 */
function covers(path: string, other: string): boolean {
  return path === other || (path !== '/admin' && other.startsWith(`${path}/`));
}

/**
 * Grants every remote the addresses that it requests, unless they are reserved or another remote owns them: if two
 * request the same, the first by name gets it.
 */
export function grantAddresses(
  wanted: readonly RemoteContribution[],
  product: readonly ProductAddress[],
): {
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
      [...product, ...granted].find(
        (owned) =>
          owned.remote &&
          owned.remote !== remote &&
          (covers(owned.path, path) || covers(path, owned.path)),
      );
    if (!isFree) refused.push({ path, remote, owner: null });
    else if (other) refused.push({ path, remote, owner: other.remote });
    else if (!granted.some((owned) => owned.path === path)) granted.push({ path, remote });
  }
  return { granted, refused };
}
