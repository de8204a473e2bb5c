import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';
import { newBrowser } from './support/passkey-steps.ts';

let host: FactorServer;
beforeAll(async () => {
  host = await FactorServer.start({
    rateLimits: { mailPerRecipient: { points: 5, seconds: 60 } },
  });
});
afterAll(() => host.stop());

const codeOf = ({ error }: { error: { code?: string | undefined } | null }) => error?.code;

test('ENDS-04 a link for a new password drops the password that a stranger chose for the address before', async () => {
  const email = 'victim@example.test';
  const stranger = { email, password: 'of-the-stranger' };
  await newBrowser(host.server).auth.signUp(stranger);
  const victim = newBrowser(host.server);
  await victim.auth.resetPasswordForEmail(email);
  const token = new URL(await host.server.lastMailLink(email)).searchParams.get('token_hash') ?? '';
  const opened = await victim.auth.verifyOtp({ type: 'recovery', token_hash: token });
  expect(opened.data.user?.email).toBe(email);
  // The first password is refused, or the page is closed.
  expect(codeOf(await victim.auth.updateUser({ password: 'weak' }))).toBe('weak_password');
  const attempt = () => newBrowser(host.server).auth.signInWithPassword(stranger);
  expect(codeOf(await attempt())).toBe('invalid_credentials');
  expect(codeOf(await victim.auth.updateUser({ password: 'of-the-victim' }))).toBeUndefined();
  expect(codeOf(await attempt())).toBe('invalid_credentials');
  await new AccountClient(host.server, { email, password: 'of-the-victim' }).signIn();
});
