import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SsoBrowser, SsoServer } from './support/sso-server.ts';

let host: SsoServer;
let user: string;
let client: SsoBrowser;

beforeAll(async () => {
  host = await SsoServer.start();
});
afterAll(() => host.stop());
beforeEach(() => {
  user = host.newEmail();
  host.addUser(host.entra, user);
  client = new SsoBrowser(host.server);
});
afterEach(() => {
  host.entra.changeIdToken = undefined;
});
/** A token as of a clock that is ahead, or behind if negative, valid for five minutes. */
const shifted = (seconds: number, hasStart = true) =>
  ((claims) => {
    const iat = (claims.iat ?? 0) + seconds;
    return { ...claims, iat, exp: iat + 300, ...(hasStart && { nbf: iat }) };
  }) satisfies typeof host.entra.changeIdToken;

test.each([0, 45, 119, -45, -119, -299, -415])(
  'SSO-01 a clock that differs by up to 2 minutes signs in: %i s',
  async (seconds) => {
    host.entra.changeIdToken = shifted(seconds);
    expect(await client.land('entra', user)).toMatchObject({ error: null });
    host.entra.changeIdToken = shifted(seconds, false);
    expect(await new SsoBrowser(host.server).land('entra', user)).toMatchObject({ error: null });
  },
);

test.each([
  [150, true],
  [150, false],
  [86_400, false],
  [-450, true],
  [-86_400, false],
])('SSO-02 a clock that differs by more is named: %i s', async (seconds, hasStart) => {
  // Repeated denials are counted for a minute, without their reason.
  await host.sql`delete from private.denials`;
  host.entra.changeIdToken = shifted(seconds, hasStart);
  expect(await client.land('entra', user)).toEqual({
    page: `${host.server.url}/auth/callback`,
    code: null,
    error: 'sso_clock_difference',
  });
  expect(await host.account(user)).toBeUndefined();
  expect(
    await host.sql`
      select meta ->> 'reason' as reason from public.audit_logs
      where action = 'denied' order by created_at desc limit 1`,
  ).toEqual([{ reason: 'sso_clock_difference' }]);
});
