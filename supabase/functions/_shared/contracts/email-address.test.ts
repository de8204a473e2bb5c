import { expect, test } from 'vitest';
import { mailRequestSchema, signInSchema, signUpSchema } from './authentication.ts';
import { cleanAddress, isEmailAddress } from './email-address.ts';
import { invitationSchema } from './invitations.ts';

test.each([
  "aoife.o'brien@example.org",
  "'@example.org",
  'a!#$%&*+/=?^_`{|}~-z@example.org',
  'a.b.c@sub.example.org',
  '-a-@xn--mller-kva.example',
  'jürgen@müller.example',
  '陳@例え.テスト',
  `${'a'.repeat(64)}@example.org`,
  `a@${'b'.repeat(63)}.example`,
  '1@2.example',
])('ADDRESS-01 %s is an address', (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  '',
  'jo',
  'jo@',
  '@example.org',
  'jo@example',
  'jo@localhost',
  '.jo@example.org',
  'jo.@example.org',
  'j..o@example.org',
  'jo@.example.org',
  'jo@example..org',
  'jo@example.org.',
  'jo@-example.org',
  'jo@example-.org',
  'jo@exa_mple.org',
  'jo@[127.0.0.1]',
  'a@b@example.org',
  '"jo"@example.org',
  'Jo <jo@example.org>',
  'jo@example.org,all@example.org',
  'jo;all@example.org',
  'jo(all)@example.org',
  'jo:all@example.org',
  'jo\\all@example.org',
  'jo all@example.org',
  'jo\u00a0all@example.org',
  'jo’s@example.org',
  'jo\u200b@example.org',
  'jo\u202e@example.org',
  'jo\ue000@example.org',
  'jo＠example.org',
  'ｊｏ@example.org',
  'jo@example.org\r\nBcc: all@example.org',
  'jo\0@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
])('ADDRESS-01 %j is no address', (address) => {
  expect(isEmailAddress(address)).toBe(false);
});

const PASTED = [
  'worker@example.org\u200b',
  '\ufeffworker@example.org',
  'wor\u00adker@exam\u2060ple.org',
  'mailto:worker@example.org',
  ' MAILTO: worker@example.org?subject=Hi ',
  '\u00a0worker@example.org.\u202f',
  'worker@example.org. \u200e',
  '\tworker@example.org\n',
  '\u202aworker@example.org\u202c',
];

test.each(PASTED)('ADDRESS-02 what was pasted is cleaned: %j', (pasted) => {
  expect(cleanAddress(pasted)).toBe('worker@example.org');
  const password = 'secret-1';
  for (const parsed of [
    signInSchema.parse({ email: pasted, password }),
    signUpSchema.parse({ email: pasted, password, confirmPassword: password }),
    mailRequestSchema.parse({ email: pasted }),
    invitationSchema.parse({ email: pasted, role: 'office', participantIds: [] }),
  ])
    expect(parsed.email).toBe('worker@example.org');
});

test('ADDRESS-02 a name with an address is refused with the form of an address', () => {
  const parse = (email: string) => signInSchema.safeParse({ email, password: 'x' }).error;
  for (const email of ['Worker <worker@example.org>', 'worker@example', 'mailto:'])
    expect(parse(email)?.issues[0]?.message).toMatch(/^(Enter a full email|Email is required)/);
});
