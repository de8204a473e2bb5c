import { expect, test } from 'vitest';
import { readScanEnvironment } from './environment.ts';

const variables = {
  SUPABASE_URL: 'https://x.example.org',
  SUPABASE_ANON_KEY: 'sb_publishable_1',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_1',
};
const clamav = (host?: string, port?: string) =>
  readScanEnvironment({ ...variables, CLAMAV_HOST: host, CLAMAV_PORT: port }).clamav;

test('the address of the daemon is read from variables, and is optional', () => {
  expect(clamav()).toBeUndefined();
  expect(clamav(' ', '')).toBeUndefined();
  expect(clamav('clamav')).toEqual({ host: 'clamav', port: 3310 });
  expect(clamav(' 10.0.0.7 ', '3391')).toEqual({ host: '10.0.0.7', port: 3391 });
  expect(clamav('::1')).toEqual({ host: '::1', port: 3310 });
});

test.each([
  [undefined, '3310', 'set CLAMAV_HOST too, or neither'],
  ['tcp://clamav', undefined, 'Set CLAMAV_HOST to the name or address'],
  ['clamav:3310', undefined, 'Set CLAMAV_HOST to the name or address'],
  ['two words', undefined, 'Set CLAMAV_HOST to the name or address'],
  ['/run/clamd.sock', undefined, 'Set CLAMAV_HOST to the name or address'],
  ['999.1.1.1', undefined, 'Set CLAMAV_HOST to the name or address'],
  ['clamav', 'fast', 'Set CLAMAV_PORT to the port'],
  ['clamav', '0', 'Set CLAMAV_PORT to the port'],
  ['clamav', '65536', 'Set CLAMAV_PORT to the port'],
])(
  'CLAMAV_HOST %j with CLAMAV_PORT %j is refused with an error that says what to set',
  (host, port, message) => {
    expect(() => clamav(host, port)).toThrow(message);
  },
);
