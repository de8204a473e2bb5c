import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { callAuth, createAccount, createPerson, setRole, signIn } from './people.ts';
import { equal, restOf } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/* Every way in which a user without the permission might try to become an administrator. */

async function signWith(secret: string, claims: object): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
}

async function roleOf(id: string): Promise<unknown> {
  const { rows } = await world.asServer('users', { query: equal({ id }) });
  return rows[0]?.['role_id'];
}

inOwnWorld();

afterEach(() => setRole(world.server, world.roles, world.people.worker.id, 'support_worker'));

describe('a support worker stays one', () => {
  test('PERM-08 after a PATCH of the own role, which returns the reason for the refusal', async () => {
    const { worker } = world.people;
    const answer = await worker.rest('users', {
      method: 'PATCH',
      query: equal({ id: worker.id }),
      body: { role_id: world.roles.admin },
    });
    expect(answer).toMatchObject({
      status: 403,
      code: '42501',
      message: 'Admin access required',
    });
    expect(await roleOf(worker.id)).toBe(world.roles.support_worker);
  });

  test('after a PATCH without any filter, as do all other users', async () => {
    const before = await world.asServer('users', { query: { order: 'id' } });
    const answer = await world.people.worker.rest('users', {
      method: 'PATCH',
      body: { role_id: world.roles.admin },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const after = await world.asServer('users', { query: { order: 'id' } });
    expect(after.rows).toEqual(before.rows);
  });

  test.each(['resolution=merge-duplicates', 'resolution=ignore-duplicates'])(
    'after an upsert of the own record with %s',
    async (prefer) => {
      const { id, email, rest } = world.people.worker;
      const body = { id, email, role_id: world.roles.admin };
      const answer = await rest('users', { method: 'POST', body, prefer });
      expect(answer.code).toBe('42501');
      expect(await roleOf(id)).toBe(world.roles.support_worker);
    },
  );

  test('after renaming the roles', async () => {
    const answer = await world.people.worker.rest('roles', {
      method: 'PATCH',
      query: equal({ id: world.roles.support_worker }),
      body: { name: 'admin' },
    });
    expect(answer.code).toBe('42501');
    const { rows } = await world.asServer('roles', { query: { order: 'name', select: 'name' } });
    expect(rows).toEqual([{ name: 'admin' }, { name: 'office' }, { name: 'support_worker' }]);
  });

  test('after writing a role into the own metadata', async () => {
    const { worker } = world.people;
    const response = await fetch(`${world.server.url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: world.server.publishableKey,
        authorization: `Bearer ${worker.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        data: { role: 'admin', role_id: world.roles.admin },
        app_metadata: { role: 'admin' },
        role: 'service_role',
      }),
    });
    expect(response.status).toBeLessThan(500);
    const token = await signIn(world.server, worker.email);
    const rest = restOf({ origin: world.server.url, apikey: world.server.publishableKey, token });
    expect((await rest('rpc/is_admin', { method: 'POST', body: {} })).body).toBe(false);
    expect(await roleOf(worker.id)).toBe(world.roles.support_worker);
  });
});

describe('a missing record is created again as support worker only', () => {
  test('API-12 the own record with support_worker is accepted', async () => {
    const person = await createPerson(world.server, world.roles);
    await world.asServer('users', { method: 'DELETE', query: equal({ id: person.id }) });
    const { id, email } = person;
    const body = { id, email, role_id: world.roles.support_worker };
    const answer = await person.rest('users', { method: 'POST', body });
    expect(answer.status).toBe(201);
    expect(await roleOf(id)).toBe(world.roles.support_worker);
  });

  test.each(['admin', 'office'] as const)('the own record with %s is refused', async (roleName) => {
    const person = await createPerson(world.server, world.roles);
    await world.asServer('users', { method: 'DELETE', query: equal({ id: person.id }) });
    const { id, email } = person;
    const body = { id, email, role_id: world.roles[roleName] };
    const answer = await person.rest('users', { method: 'POST', body });
    expect(answer.code).toBe('42501');
    expect(await roleOf(id)).toBeUndefined();
  });

  test('a record with the address of another user is refused', async () => {
    const person = await createPerson(world.server, world.roles);
    await world.asServer('users', { method: 'DELETE', query: equal({ id: person.id }) });
    const body = {
      id: person.id,
      email: world.people.admin.email,
      role_id: world.roles.support_worker,
    };
    expect((await person.rest('users', { method: 'POST', body })).code).toBe('42501');
  });

  test('without a record only the roles are readable', async () => {
    const person = await createPerson(world.server, world.roles);
    await world.asServer('users', { method: 'DELETE', query: equal({ id: person.id }) });
    for (const table of ['users', 'participants', 'assistants', 'conversations', 'audit_logs']) {
      const answer = await person.rest(table);
      expect([table, answer.rows]).toEqual([table, []]);
    }
    expect((await person.rest('rpc/is_admin', { method: 'POST', body: {} })).body).toBe(false);
  });
});

describe('a new user is a support worker', () => {
  const claims = { role: 'admin', role_id: '00000000-0000-4000-8000-0000000000a1' };

  test('with metadata that claims to be an administrator', async () => {
    const { id } = await createAccount(world.server, {
      user_metadata: claims,
      app_metadata: claims,
    });
    expect(await roleOf(id)).toBe(world.roles.support_worker);
  });

  test('through the public sign-up, with any extra fields', async () => {
    const email = `${randomUUID()}@matrix.example`;
    const { status } = await callAuth(world.server, 'signup', {
      email,
      password: 'a-good-password',
      data: claims,
      ...claims,
    });
    expect(status).toBe(200);
    await world.server.mails();
    const { rows } = await world.asServer('users', { query: equal({ email }) });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ email, role_id: world.roles.support_worker });
  });
});

describe('an administrator always remains', () => {
  test('an administrator cannot remove their own role', async () => {
    const { admin } = world.people;
    const answer = await admin.rest('users', {
      method: 'PATCH',
      query: equal({ id: admin.id }),
      body: { role_id: world.roles.office },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.message).toBe('Cannot remove your own admin privileges.');
    expect(await roleOf(admin.id)).toBe(world.roles.admin);
  });

  test('of two administrators who demote each other concurrently, one remains', async () => {
    const first = await createPerson(world.server, world.roles, 'admin');
    const second = await createPerson(world.server, world.roles, 'admin');
    const others = await world.asServer('users', {
      query: {
        ...equal({ role_id: world.roles.admin }),
        id: `not.in.(${first.id},${second.id})`,
      },
    });
    const demote = (by: typeof first, whom: typeof first) =>
      by.rest('users', {
        method: 'PATCH',
        query: equal({ id: whom.id }),
        body: { role_id: world.roles.support_worker },
      });
    for (const { id } of others.rows) {
      await setRole(world.server, world.roles, String(id), 'support_worker');
    }
    await Promise.all([demote(first, second), demote(second, first)]);

    const left = await world.asServer('users', { query: equal({ role_id: world.roles.admin }) });
    for (const { id } of others.rows) await setRole(world.server, world.roles, String(id), 'admin');
    expect(left.rows).toHaveLength(1);
  });
});

describe('keys and tokens', () => {
  test('the publishable key opens no table as apikey, bearer or both', async () => {
    const { url: origin, publishableKey: apikey } = world.server;
    for (const token of [undefined, apikey]) {
      const answer = await restOf({ origin, apikey, token })('roles');
      expect([401, 403]).toContain(answer.status);
    }
  });

  test('a token that is altered, unsigned or from another issuer opens nothing', async () => {
    const { url: origin, publishableKey: apikey } = world.server;
    const [header = '', payload = '', signature = ''] = world.people.worker.token.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const service = { ...(claims as object), role: 'service_role' }; // decoded above: an object
    const forged = {
      'another role, old signature': `${header}.${encode(service)}.${signature}`,
      'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(service)}.`,
      'no signature': `${header}.${payload}.`,
      'two parts': `${header}.${payload}`,
      'the default secret': await signWith('unsafe-secret-change-me', service),
      'not a token': 'rubbish',
    };
    for (const [how, token] of Object.entries(forged)) {
      const answer = await restOf({ origin, apikey, token })('roles');
      expect([how, answer.status]).toEqual([how, 401]);
    }
  });
});
