import { expect, test } from 'vitest';
import { tokenExpiry } from './token-expiry.ts';

const token = (payload: unknown) => `x.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.x`;

test('tokenExpiry returns the expiry time of a token', () => {
  expect(tokenExpiry(token({ sub: 'somebody', exp: 1_795_231_511 }))).toBe(1_795_231_511_000);
});

test.each([token({}), token(null), token({ exp: 'soon' }), 'opaque', 'a.%.b', ''])(
  'tokenExpiry returns undefined without a valid exp claim: %s',
  (opaque) => {
    expect(tokenExpiry(opaque)).toBeUndefined();
  },
);
