import { expect, test } from 'vitest';
import { emailAddress } from './email-address.ts';

test('an address is lowercased and trimmed', () => {
  expect(emailAddress(' Jo.O+x@Example.Test ')).toBe('jo.o+x@example.test');
  expect(emailAddress('jürgen@müller.example')).toBe('jürgen@müller.example');
});

test.each([
  'jo',
  'jo@example',
  'jo@x.test\r\nBcc: all@x.test',
  'jo@x.test,all@x.test',
  '<jo@x.test>',
  `${'j'.repeat(250)}@x.test`,
  '',
])('%j is not an email address', (text) => {
  expect(emailAddress(text)).toBeUndefined();
});

test.each(['\u200b', '\u202e', '\u00ad', '\ufeff', '\u2060', '\ue000'])(
  'an address with an invisible character is refused: %j',
  (invisible) => {
    expect(emailAddress(`admin${invisible}@secondhomie.example`)).toBeUndefined();
    expect(emailAddress(`admin@second${invisible}homie.example`)).toBeUndefined();
  },
);
