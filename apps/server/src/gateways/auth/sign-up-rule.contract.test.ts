import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import {
  browser,
  getCodeVerifier,
  newEmail,
  pressButton,
  signUp,
} from '../../testing/auth-client.ts';
import { readSignUpRule } from './sign-up-rule.ts';

describe.each([
  { rule: 'closed', open: false, domains: [] },
  { rule: 'homie.example, Care.example', open: true, domains: ['homie.example', 'care.example'] },
])('with HOMIE_SIGN_UP=$rule', ({ rule, open, domains }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema, signUp: readSignUpRule(rule) });
  });
  afterAll(() => server.stop());

  const trySignUp = async (email: string) => {
    const response = await server.call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'Passw0rd!' }),
    });
    const { error_code: code } = (await response.json()) as { error_code?: string };
    return [response.status, code];
  };

  test('the page receives the rule for sign-ups', async () => {
    const environment = await (await fetch(`${server.url}/environment.json`)).json();
    expect(environment).toMatchObject({ signUp: { open, domains } });
  });

  test('other addresses get no account and no mail, even with an existing account', async () => {
    await server.createUser('known@elsewhere.example');
    const refused = open ? 'email_address_not_authorized' : 'signup_disabled';
    for (const email of [
      'somebody@elsewhere.example',
      'known@elsewhere.example',
      'somebody@nothomie.example',
      'homie.example@elsewhere.example',
      'somebody@sub.homie.example',
    ])
      expect(await trySignUp(email)).toEqual([422, refused]);
    expect(await server.mails()).toEqual([]);
    expect(await trySignUp('Somebody@HOMIE.example')).toEqual(
      open ? [200, undefined] : [422, refused],
    );
    expect(await server.mails()).toHaveLength(open ? 1 : 0);
  });
});

test.each([
  'homie',
  '@homie.example',
  'https://homie.example',
  'a.example; b.example',
  '*.example',
])('HOMIE_SIGN_UP=%s is refused with an error that says what to set', (text) => {
  expect(() => readSignUpRule(text)).toThrow(
    'Set HOMIE_SIGN_UP to open, to closed, to approve, or to',
  );
});

describe('with HOMIE_SIGN_UP=approve', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ signUp: readSignUpRule('approve') });
  });
  afterAll(() => server.stop());

  test('PEOPLE-05 a user who has signed up and confirmed the address waits for approval', async () => {
    const client = browser(server);
    const email = newEmail();
    await signUp(server, email, client);
    const confirmed = await pressButton(server, await server.lastMailLink(email), {
      code_verifier: getCodeVerifier(client),
    });
    const { access_token: accessToken } = (await confirmed.json()) as { access_token: string };
    const state = await server.call('/rest/v1/rpc/own_state', {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(await state.json()).toBe('waiting');
  });
});
