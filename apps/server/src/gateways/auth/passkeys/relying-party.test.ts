import { expect, test } from 'vitest';
import type { AuthContext } from '../auth-context.ts';
import { createPasskeyRoutes } from './passkey-routes.ts';
import { createRelyingParty } from './relying-party.ts';

test('ACCT-30 passkeys belong to the host name of the site, and to its origins at or below it', () => {
  const others = [
    'https://app.homie.example',
    'https://homie.example:8443',
    'https://nothomie.example',
    'http://127.0.0.1:4200',
  ];
  expect(createRelyingParty('https://homie.example', others, 'Homie')).toEqual({
    id: 'homie.example',
    name: 'Homie',
    origins: ['https://homie.example', 'https://app.homie.example', 'https://homie.example:8443'],
  });
});

test.each([
  ['http://localhost:4200', true],
  ['https://homie.example', true],
  ['http://homie.example', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::7]', false],
])('ACCT-34 a site at %s offers passkeys: %s', (siteUrl, offers) => {
  expect(createRelyingParty(siteUrl, [], 'Homie') !== undefined).toBe(offers);
});

test('ACCT-34 without passkeys their endpoints answer so, and no other', async () => {
  const find = createPasskeyRoutes({ relyingParty: undefined } as AuthContext, (route) => route);
  for (const path of ['/passkeys', '/passkeys/authentication/options', '/passkeys/none']) {
    const answer = await find('POST', path)?.(new Request('http://localhost'), { address: null });
    expect(answer?.status).toBe(404);
    expect(await answer?.json()).toMatchObject({ error_code: 'passkey_disabled' });
  }
  expect(find('POST', '/passkeyss')).toBeUndefined();
});
