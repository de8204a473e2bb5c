import type { MiddlewareHandler } from 'hono';
import { getPeerAddress, type PeerEnvironment } from './peer.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

const LOCAL = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/;

/**
 * Warns once about each proxy whose visitors count as one client, and lock each other out: an untrusted one in the same
 * network, and a trusted one that does not pass their addresses. The latter passes a header that a visitor invents.
 * @param log receives the warnings
 */
export function warnAboutProxies({
  trustedProxies,
  log,
}: {
  trustedProxies: TrustedProxies;
  log: (line: string) => void;
}): MiddlewareHandler<{ Bindings: PeerEnvironment | undefined }> {
  const reported = new Set<string>();
  const report = (kind: string, line: string) => {
    if (!reported.has(kind)) log(line);
    reported.add(kind);
  };
  return async ({ req, env }, next) => {
    const peer = getPeerAddress(env);
    const isForwarded = req.header('x-forwarded-for') !== undefined;
    if (peer !== undefined && trustedProxies.has(peer)) {
      if (!isForwarded)
        report(
          'silent',
          `The proxy at ${peer} does not set X-Forwarded-For: its visitors count as one client, and can claim any address.`,
        );
    } else if (peer !== undefined && isForwarded && LOCAL.test(peer))
      report(
        'unnamed',
        `Requests come through a proxy at ${peer}, which HOMIE_TRUSTED_PROXIES does not name: its visitors count as one client.`,
      );
    await next();
  };
}
