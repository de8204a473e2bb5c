import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScimServer, USER } from './support/scim-server.ts';

let host: ScimServer;
let email: string;

beforeAll(async () => {
  host = await ScimServer.start();
  email = host.newEmail();
  await host.create(email, { externalId: `it's "quoted" \\ %_` });
});
afterAll(() => host.stop());

/** Returns the addresses of the users that a filter finds. */
async function find(filter: string): Promise<string[]> {
  const { status, body } = await host.filter(filter);
  expect(status).toBe(200);
  return (body['Resources'] as { userName: string }[]).map(({ userName }) => userName);
}

test('SCIM-09 users are found by name, address, identifier, state and several of them', async () => {
  for (const filter of [
    `userName eq "${email}"`,
    `USERNAME EQ "${email.toUpperCase()}"`,
    `${USER}:userName eq "${email}"`,
    `emails.value eq "${email}"`,
    `emails eq "${email}"`,
    `emails[type eq "work"].value eq "${email}"`,
    `Emails[Type EQ "Work"].Value Eq "${email.toUpperCase()}"`,
    `${USER}:emails[type eq "work"].value eq "${email}"`,
    `emails[ type eq "work" and primary eq true ].value eq "${email}" and active eq true`,
    `emails[value eq "${email}"]`,
    `emails[(type eq "work") and value eq "${email}"]`,
    String.raw`externalId eq "it's \"quoted\" \\ %_"`,
    `userName eq "${email}" and active eq true`,
    `((userName eq "${email}") AND (active eq "True"))`,
  ])
    expect(await find(filter)).toEqual([email]);
  for (const filter of [
    `userName eq "${email}" and active eq false`,
    `userName eq "${email}" and userName eq "other@scim.example"`,
    `emails[type eq "home"].value eq "${email}"`,
    `emails[primary eq false and value eq "${email}"]`,
    `emails[type eq "work"].value eq "other@scim.example"`,
    'externalId eq "%"',
    'externalId eq null',
    'userName eq 7',
  ])
    expect(await find(filter)).toEqual([]);
});

test('SCIM-09 injected SQL is a value that no user has', async () => {
  for (const value of [
    "' or '1'='1",
    "' or true --",
    "'; drop table public.users; --",
    "x' union select * from auth.users --",
    '$1::text',
    '*/ true /*',
    '\\\\',
    'ａ＇ｏｒ＇１＇＝＇１',
    'ʼ or 1=1',
    '\u202Eno',
    '😀',
    '%',
    '_%@%',
  ])
    for (const attribute of ['userName', 'externalId', 'id', 'emails.value'])
      expect(await find(`${attribute} eq ${JSON.stringify(value)}`)).toEqual([]);
  expect(await find(`userName eq "${email}"`)).toEqual([email]);
});

test.each([
  ['an operator of RFC 7644 that is not supported', 'userName co "a"'],
  ['a presence', 'userName pr'],
  ['or', 'userName eq "a" or userName eq "b"'],
  ['not', 'not (userName eq "a")'],
  ['a quote without an end', 'userName eq "a'],
  ['a text after the quote', 'userName eq "a" --'],
  ['single quotes', "userName eq 'a'"],
  ['a comment', 'userName eq "a" /* x */'],
  ['a statement', 'userName eq "a"; select 1'],
  ['an unknown attribute', 'password eq "a"'],
  ['an attribute of the prototype', '__proto__ eq "a"'],
  ['another attribute of the prototype', 'constructor eq "a"'],
  ['a column of the database', 'encrypted_password eq "a"'],
  ['a value after brackets', 'emails[type eq "work"] eq "a"'],
  ['a bracket without an end', 'emails[type eq "work"'],
  ['a bracket without a start', 'emails type eq "work"].value eq "a"'],
  ['empty brackets', 'emails[].value eq "a"'],
  ['brackets in brackets', 'emails[value[value eq "a"] eq "a"]'],
  ['an operator in brackets', 'emails[type ne "work"].value eq "a"'],
  ['or in brackets', 'emails[type eq "work" or type eq "home"].value eq "a"'],
  ['an unknown part', 'emails[type eq "work"].display eq "a"'],
  ['an unknown part in brackets', 'emails[display eq "work"].value eq "a"'],
  ['no comparison after brackets', 'emails[type eq "work"].value'],
  ['an attribute that is not in brackets', 'userName[value eq "a"]'],
  ['a state that is neither true nor false', 'active eq "maybe"'],
  ['a time', 'meta.lastModified gt "2026-01-01T00:00:00Z"'],
  ['a manager', `${USER}:manager eq "a"`],
  ['no filter', ''],
  ['only blanks', '   '],
  ['a parenthesis without an end', '(userName eq "a"'],
  ['a parenthesis without a start', 'userName eq "a")'],
  ['empty parentheses', '()'],
  ['an attribute without a value', 'userName eq'],
  ['a list as value', 'userName eq ["a"]'],
  ['a NUL', String.raw`userName eq "\u0000"`],
  ['half a surrogate pair', String.raw`userName eq "\ud800"`],
  ['an invalid escape', String.raw`userName eq "\x41"`],
  ['a long filter', `userName eq "${'a'.repeat(2_000)}"`],
  ['nested parentheses', `${'('.repeat(400)}userName eq "a"${')'.repeat(400)}`],
  ['parentheses alone', '('.repeat(999)],
  ['backslashes', `userName eq "${'\\'.repeat(979)}`],
])('SCIM-09 %s is refused as invalidFilter', async (_, filter) => {
  const { status, body } = await host.filter(filter);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    status: '400',
    scimType: 'invalidFilter',
  });
});

test('SCIM-09 groups refuse filters likewise', async () => {
  for (const filter of ['displayName co "a"', 'name eq "office"', `displayName eq 'a'`])
    expect(await host.filter(filter, 'Groups')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
  expect((await host.filter(`displayName eq "' or true --"`, 'Groups')).body['totalResults']).toBe(
    0,
  );
});
