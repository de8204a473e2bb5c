import { expect, test } from 'vitest';
import { tokenExpiry } from './token-expiry.ts';

const token = (payload: unknown) => `x.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.x`;

test('a token says when it ends', () => {
  expect(tokenExpiry(token({ sub: 'somebody', exp: 1_795_231_511 }))).toBe(1_795_231_511_000);
});

test.each([token({}), token(null), token({ exp: 'soon' }), 'opaque', 'a.%.b', ''])(
  'a token that does not say it has no end that is known: %s',
  (opaque) => {
    expect(tokenExpiry(opaque)).toBeUndefined();
  },
);
