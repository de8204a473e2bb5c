import { expect, test } from 'vitest';
import { isFactorDemanded, needsSecondFactor } from './second-factor';

const token = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.signature`;

function session(aal: string | undefined, statuses: string[]) {
  return {
    access_token: token({ aal, name: '\u00fb\u00ff' }),
    refresh_token: '',
    expires_at: 0,
    expires_in: 0,
    token_type: 'bearer',
    user: { id: 'a', factors: statuses.map((status) => ({ status })) },
  };
}

test.each([
  ['aal1', ['verified'], true],
  [undefined, ['verified'], true],
  ['aal2', ['verified'], false],
  ['aal1', ['unverified'], false],
  ['aal1', [], false],
])(
  'ACCT-08 a session of level %s with the factors %j needs the code: %s',
  (aal, factors, needed) => {
    expect(needsSecondFactor(session(aal, factors))).toBe(needed);
  },
);

test.each([
  ['optional', 'aal1', false],
  ['admins', 'aal1', true],
  ['all', 'aal1', true],
  ['all', undefined, true],
  ['all', 'aal2', false],
] as const)(
  'ACCT-12 where a second factor is %s, one is demanded of a session of level %s: %s',
  (rule, aal, demanded) => {
    expect(isFactorDemanded(session(aal, []), rule)).toBe(demanded);
  },
);

test('a token that is not readable has the lower level', () => {
  const opaque = { ...session('aal2', ['verified']), access_token: 'opaque' };
  expect(needsSecondFactor(opaque)).toBe(true);
});
