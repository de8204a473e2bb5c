import { expect, test } from 'vitest';
import { claimedAddress, emailAddress } from './email-address.ts';

test('ADDRESS-02 an address is lowercased, and cleaned of what comes along with a copy', () => {
  expect(emailAddress(' Jo.O+x@Example.Test ')).toBe('jo.o+x@example.test');
  expect(emailAddress("mailto:Aoife.O'Brien@Example.test.\u200b")).toBe(
    "aoife.o'brien@example.test",
  );
  expect(emailAddress('jürgen@müller.example')).toBe('jürgen@müller.example');
});

test.each([
  'jo@x.test\r\nBcc: all@x.test',
  'jo@x.test,all@x.test',
  '<jo@x.test>',
  'jo@example',
  `${'j'.repeat(250)}@x.test`,
  '',
  7,
  undefined,
])('ADDRESS-01 %j is not an email address', (text) => {
  expect(emailAddress(text)).toBeUndefined();
});

test.each(['\u200b', '\u202e', '\u00ad', '\ufeff', '\u2060', '\ue000'])(
  'ADDRESS-02 an invisible character in an address that a provider has verified is refused: %j',
  (invisible) => {
    expect(claimedAddress(`admin${invisible}@secondhomie.example`)).toBeUndefined();
    expect(claimedAddress(`admin@second${invisible}homie.example`)).toBeUndefined();
  },
);
