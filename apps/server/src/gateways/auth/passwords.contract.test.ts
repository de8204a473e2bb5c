import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { browser, newEmail, signUp } from '../../testing/auth-client.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { DEFAULT_ACCOUNT_RULES } from './account-rules.ts';

const STOLEN = 'correct horse battery';
const UNKNOWN = 'a long password that nobody lists';
const hashOf = (password: string) =>
  createHash('sha1').update(password).digest('hex').toUpperCase();

let server: TestServer;
/** The addresses that the service was asked for. */
const asked: string[] = [];
let isDown = false;
const service = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.statusCode = isDown ? 503 : 200;
  // Padding: random hashes that nobody used, with the count 0.
  response.end(
    [`${'0'.repeat(35)}:2`, `${hashOf(STOLEN).slice(5)}:14`, `${hashOf(UNKNOWN).slice(5)}:0`].join(
      '\r\n',
    ),
  );
});

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('No address');
  server = await startTestServer({
    accounts: {
      ...DEFAULT_ACCOUNT_RULES,
      passwords: {
        minLength: 12,
        breaches: new URL(`http://127.0.0.1:${address.port}/range/`),
      },
    },
  });
});
afterAll(async () => {
  await server.stop();
  service.close();
});
beforeEach(() => {
  asked.length = 0;
  isDown = false;
});

const refusal = async (password: string) =>
  (await signUp(server, newEmail(), browser(server), password)).error;

test('ACCT-25 the pages show PASSWORD_MIN, and a shorter new password is refused', async () => {
  const environment = await (await fetch(`${server.url}/environment.json`)).json();
  expect(environment).toMatchObject({ passwordMinLength: 12 });
  expect(await refusal('eleven char')).toMatchObject({
    code: 'weak_password',
    message: 'Password must be at least 12 characters long.',
  });
});

test('ACCT-25 a user with a shorter password from before can sign in and choose a longer one', async () => {
  const { email } = await server.createUser(newEmail());
  const session = await server.signIn(email, 'Passw0rd!');
  const update = async (password: string) => {
    const request = { as: session, method: 'PUT', body: JSON.stringify({ password }) };
    return (await server.call('/auth/v1/user', request)).status;
  };
  expect(await update('eleven char')).toBe(422);
  expect(await update('twelve chars')).toBe(200);
  await server.signIn(email, 'twelve chars');
});

test('ACCT-26 a stolen password is refused; the service receives five digits of its hash only', async () => {
  expect(await refusal(STOLEN)).toMatchObject({
    code: 'weak_password',
    message: 'This password is in a list of stolen passwords. Please choose another one.',
  });
  expect(asked).toEqual([`/range/${hashOf(STOLEN).slice(0, 5)}`]);
});

test('ACCT-26 a password that is not in the list is accepted, also if the service pads its answer with it', async () => {
  expect(await refusal(UNKNOWN)).toBeNull();
  expect(asked).toHaveLength(1);
});

test('ACCT-26 every password is accepted while the service does not respond', async () => {
  isDown = true;
  expect(await refusal(STOLEN)).toBeNull();
});
