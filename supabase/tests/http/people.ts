import { randomUUID } from 'node:crypto';
import type { RoleName } from '@homie/contracts';
import { hash } from 'bcrypt';
import { equal, restOf, type Rest } from './rest.ts';

/** Connection data of the server under test. */
export interface Server {
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** Ids of the roles, by name. */
export type RoleIds = Record<RoleName, string>;

/** A signed-in person. */
export interface Person {
  id: string;
  email: string;
  password: string;
  roleName: RoleName;
  token: string;
  rest: Rest;
}

const password = 'a-good-password';
/** Hash at the lowest cost, which is most of the time of a sign-in. */
const passwordHash = await hash(password, 4);

/** Returns the REST interface as the server itself, for setup and verification, never to act as a person. */
export function serverRest(server: Server): Rest {
  const rest = restOf({
    origin: server.url,
    apikey: server.secretKey,
    token: server.secretKey,
  });
  return async (path, call = {}) => {
    const answer = await rest(path, call);
    if (answer.status >= 300) {
      throw new Error(`${call.method ?? 'GET'} ${path}: ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };
}

export async function readRoleIds(server: Server): Promise<RoleIds> {
  const { rows } = await serverRest(server)('roles');
  const id = (roleName: RoleName) => String(rows.find(({ name }) => name === roleName)?.['id']);
  return { admin: id('admin'), office: id('office'), support_worker: id('support_worker') };
}

/** Calls the authentication service. */
export async function callAuth(
  server: Server,
  path: string,
  body: unknown,
  key = server.publishableKey,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Creates a confirmed account, to which the database assigns the role of a support worker. */
export async function createAccount(
  server: Server,
  extra: Record<string, unknown> = {},
): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@matrix.example`;
  const account = { email, password_hash: passwordHash, email_confirm: true, ...extra };
  const { status, body } = await callAuth(server, 'admin/users', account, server.secretKey);
  if (status >= 300) throw new Error(`New account: ${JSON.stringify(body)}`);
  return { id: String(body['id']), email };
}

/** Signs in with a password and returns the access token. */
export async function signIn(server: Server, email: string): Promise<string> {
  const { status, body } = await callAuth(server, 'token?grant_type=password', { email, password });
  if (status !== 200) throw new Error(`Sign-in of ${email}: ${JSON.stringify(body)}`);
  return String(body['access_token']);
}

/** Creates a person with a role and signs in. */
export async function createPerson(
  server: Server,
  roleIds: RoleIds,
  roleName: RoleName = 'support_worker',
): Promise<Person> {
  const { id, email } = await createAccount(server);
  await setRole(server, roleIds, id, roleName);
  const token = await signIn(server, email);
  const rest = restOf({ origin: server.url, apikey: server.publishableKey, token });
  return { id, email, password, roleName, token, rest };
}

/** Assigns a role as the server, without permission checks. */
export async function setRole(server: Server, roleIds: RoleIds, id: string, roleName: RoleName) {
  const body = { role_id: roleIds[roleName] };
  await serverRest(server)('users', { method: 'PATCH', query: equal({ id }), body });
}
