import { expect, test } from 'vitest';
import { describeIdentity } from './identity';

test('HEADER-07 the name is the part of the email before the @', () => {
  expect(describeIdentity('ada.lovelace@test.example')).toEqual({
    name: 'ada.lovelace',
    email: 'ada.lovelace@test.example',
  });
});

test.each([undefined, null, '', '  '])(
  "HEADER-07 without an email (%j) the name is 'User', the email 'No email'",
  (email) => {
    expect(describeIdentity(email)).toEqual({ name: 'User', email: 'No email' });
  },
);

test('HEADER-07 an email with nothing before the @ still gives a name', () => {
  expect(describeIdentity('@test.example')).toMatchObject({ name: 'User' });
});
