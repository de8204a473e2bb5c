import { describe, expect, test } from 'vitest';
import { createRedirects } from './allowed-redirects.ts';

const site = 'http://localhost:4200';
const { resolve } = createRedirects(site, ['http://127.0.0.1:4200']);

describe('redirects of mailed links', () => {
  test.each([
    'http://localhost:4200/auth/callback',
    'http://localhost:4200/auth/callback?next=/app',
    'http://localhost:4200/auth/reset-password',
    'http://127.0.0.1:4200/auth/callback',
  ])('%s is allowed', (wanted) => {
    expect(resolve(wanted)).toBe(wanted);
  });

  test.each([
    undefined,
    null,
    '',
    'nonsense',
    'http://localhost:4201/auth/callback',
    'https://localhost:4200/auth/callback',
    'http://localhost:4200.evil.example/auth/callback',
    'http://localhost:4200@evil.example/auth/callback',
    'http://user:pass@localhost:4200/auth/callback',
    'http://localhost:4200/auth/callback/../../app',
    'http://localhost:4200/app',
    'http://[::1]:4200/auth/callback',
  ])('%s is not allowed', (wanted) => {
    expect(resolve(wanted)).toBe(site);
  });

  test('a fragment is removed', () => {
    expect(resolve(`${site}/auth/callback#x`)).toBe(`${site}/auth/callback`);
  });
});
