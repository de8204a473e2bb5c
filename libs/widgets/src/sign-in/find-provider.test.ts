import { expect, test } from 'vitest';
import { findProvider } from './find-provider';

const providers = [
  { id: 'work', name: 'Work account', domains: ['sso.example', 'sso.test'], only: true },
  { id: 'other', name: 'Other', domains: ['b.example'], only: false },
];

test.each([
  ['nia@sso.example', 'work'],
  [' Nia@SSO.test ', 'work'],
  ['nia@b.example', 'other'],
  ['"nia@sso.example"@b.example', 'other'],
  ['nia@a.sso.example', undefined],
  ['nia@', undefined],
  ['', undefined],
])('ACCT-22 PEOPLE-23 the provider of %j is %s', (email, id) => {
  expect(findProvider(providers, email)?.id).toBe(id);
});
