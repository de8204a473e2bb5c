import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Bindings of @hono/node-server; empty for calls within the process. */
export interface PeerEnvironment {
  incoming?: IncomingMessage;
}

/** Returns an address without a port and brackets, which some proxies write, and an IPv4-mapped IPv6 address as IPv4. */
function plain(address: string): string {
  return address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '');
}

/**
 * Returns the network of an address, by which attempts are limited: for IPv6, the 64 bits that one customer of a
 * provider has, because the customer can use any address in it.
 */
function getNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const splitGroups = (part = '') => part.split(':').filter((group) => group !== '');
  // The platform's canonical spelling: no leading zeros, a trailing IPv4 address as two groups.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [start, end] = hostname.slice(1, -1).split('::').map(splitGroups);
  const given = [...(start ?? []), ...(end ?? [])];
  const zeros = Array.from({ length: 8 - given.length }, () => '0');
  return `${[...(start ?? []), ...zeros, ...(end ?? [])].slice(0, 4).join(':')}::/64`;
}

/** Returns the address of the connection's peer; undefined for calls within the process. */
export function getPeerAddress(environment: PeerEnvironment | undefined): string | undefined {
  return environment?.incoming && plain(environment.incoming.socket.remoteAddress ?? 'unknown');
}

/**
 * Returns the caller's address: the peer of the connection. Only if that is a configured proxy is its `X-Forwarded-For`
 * trusted, from the right, up to the first address that is no proxy. For IPv6, the network of 64 bits.
 */
export function getCallerAddress(
  request: Request,
  environment: PeerEnvironment | undefined,
  trustedProxies: TrustedProxies,
): Caller {
  let address = getPeerAddress(environment);
  if (address === undefined) return { address: null };
  const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').toReversed();
  for (const hop of forwarded) {
    const candidate = plain(hop.trim());
    if (!trustedProxies.has(address) || isIP(candidate) === 0) break;
    address = candidate;
  }
  return { address: getNetwork(address) };
}

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Headers in which proxies describe their client. */
const FORWARDED = /^(x-forwarded-.+|forwarded|via|x-real-ip|(true|cf)-.*ip)$/;

/** Returns whether the host of an address is this computer. */
export function isLocalAddress(url: string): boolean {
  return LOCAL_NAMES.has(new URL(url).hostname);
}

/**
 * Returns whether this is a browser on this computer, and not a client of a proxy on it. A proxy that sends no headers
 * about its clients cannot be distinguished from a browser.
 */
export function isLocalVisitor(request: Request, environment?: PeerEnvironment): boolean {
  const address = getPeerAddress(environment) ?? '';
  const isLoopback = address === '::1' || address.startsWith('127.');
  const isForwarded = Array.from(request.headers.keys()).some((name) => FORWARDED.test(name));
  return isLoopback && isLocalAddress(request.url) && !isForwarded;
}
