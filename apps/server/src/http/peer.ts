import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** What @hono/node-server passes along; nothing for calls within the process. */
export interface PeerEnvironment {
  incoming?: IncomingMessage;
}

/** IPv4 within IPv6 is the same address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/**
 * Returns the network of an address, by which attempts are limited: of IPv6, the 64 bits that one customer of a provider
 * has, as they can have any address in it.
 */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groupsOf = (part = '') => part.split(':').filter((group) => group !== '');
  // The platform's one spelling: no leading zeros, IPv4 at the end as two groups.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [start, end] = hostname.slice(1, -1).split('::').map(groupsOf);
  const given = [...(start ?? []), ...(end ?? [])];
  const zeros = Array.from({ length: 8 - given.length }, () => '0');
  return `${[...(start ?? []), ...zeros, ...(end ?? [])].slice(0, 4).join(':')}::/64`;
}

/** The address of whoever opened the connection; undefined for calls within the process. */
export function peerOf(environment: PeerEnvironment | undefined): string | undefined {
  return environment?.incoming && plain(environment.incoming.socket.remoteAddress ?? 'unknown');
}

/**
 * The caller's address: the peer of the connection. Only when that is a configured proxy is its
 * `X-Forwarded-For` believed, from the right, up to the first address that is no proxy. Of IPv6, the network of 64 bits.
 */
export function callerOf(
  request: Request,
  environment: PeerEnvironment | undefined,
  trustedProxies: TrustedProxies,
): Caller {
  let address = peerOf(environment);
  if (address === undefined) return { address: null };
  const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').toReversed();
  for (const hop of forwarded) {
    const candidate = plain(hop.trim());
    if (!trustedProxies.has(address) || isIP(candidate) === 0) break;
    address = candidate;
  }
  return { address: networkOf(address) };
}

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** What proxies say of whom they speak for. */
const FORWARDED = /^(x-forwarded-.+|forwarded|via|x-real-ip|(true|cf)-.*ip)$/;

/** Whether an address leads to the computer that it is opened on. */
export function isLocalAddress(url: string): boolean {
  return LOCAL_NAMES.has(new URL(url).hostname);
}

/**
 * Whether this is a browser on this computer, and not somebody behind a proxy on it. A proxy that
 * says nothing of its visitors cannot be told from one.
 */
export function isLocalVisitor(request: Request, environment?: PeerEnvironment): boolean {
  const address = peerOf(environment) ?? '';
  const isLoopback = address === '::1' || address.startsWith('127.');
  const isForwarded = Array.from(request.headers.keys()).some((name) => FORWARDED.test(name));
  return isLoopback && isLocalAddress(request.url) && !isForwarded;
}
