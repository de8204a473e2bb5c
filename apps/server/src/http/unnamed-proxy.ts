import type { MiddlewareHandler } from 'hono';
import { getPeerAddress, type PeerEnvironment } from './peer.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

const LOCAL = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/;

/**
 * Warns once if requests arrive through an untrusted proxy in the same network: all its visitors then count as one
 * client, and lock each other out.
 * @param log receives the warning
 */
export function warnOfUnnamedProxy({
  trustedProxies,
  log,
}: {
  trustedProxies: TrustedProxies;
  log: (line: string) => void;
}): MiddlewareHandler<{ Bindings: PeerEnvironment | undefined }> {
  let isReported = false;
  return async ({ req, env }, next) => {
    const peer = isReported || !req.header('x-forwarded-for') ? undefined : getPeerAddress(env);
    if (peer !== undefined && LOCAL.test(peer) && !trustedProxies.has(peer)) {
      isReported = true;
      log(
        `Requests come through a proxy at ${peer}, which HOMIE_TRUSTED_PROXIES does not name: its visitors count as one client.`,
      );
    }
    await next();
  };
}
