import type { TestServer } from '@homie/server/testing';

/** Returns a client for the function at another URL than the server's own. */
export function processAt(url: string, publishableKey: string): Pick<TestServer, 'call'> {
  return {
    call(path, { as, ...init } = {}) {
      const headers = new Headers(init.headers);
      headers.set('apikey', publishableKey);
      headers.set('content-type', 'application/json');
      if (typeof as === 'object') headers.set('authorization', `Bearer ${as.accessToken}`);
      return fetch(new URL(path, url), { ...init, headers });
    },
  };
}
