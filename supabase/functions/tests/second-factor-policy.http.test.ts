import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountClient } from './support/account-client.ts';
import { FactorServer, reads, readsRows, WITHIN } from './support/factor-server.ts';

let host: FactorServer;
let person: AccountClient;

beforeAll(async () => {
  host = await FactorServer.start();
});
afterAll(() => host.stop());
beforeEach(async () => {
  await host.demand('optional');
  person = await host.newPerson();
});

describe('the policy of the environment', () => {
  test('ACCT-12 with MFA=admins, an administrator with aal1 is refused by every table and function', async () => {
    const admin = await host.newPerson('admin');
    await host.demand('admins');
    const token = await admin.token();
    const tables = await host.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and has_any_column_privilege('authenticated', oid, 'select')`;
    const functions = await host.sql<{ name: string }[]>`
      select distinct proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
        and proname <> 'redeem_recovery_code'`;
    expect(tables.length).toBeGreaterThan(10);
    expect(functions.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const response = await admin.call(`/rest/v1/${name}?limit=1`, undefined, token);
      expect([name, response.status]).toEqual([name, 403]);
    }
    for (const { name } of functions) {
      const response = await admin.call(`/rest/v1/rpc/${name}`, {}, token);
      expect([name, response.status]).toEqual([name, 403]);
    }
    expect((await reads(person)).slice(0, 2)).toEqual([200, 200]);
    await admin.addFactor();
    expect((await reads(admin)).slice(0, 2)).toEqual([200, 200]);
  });

  test('ACCT-12 with MFA=all, everyone needs a factor', async () => {
    await host.demand('all');
    const other = await host.newPerson();
    expect(await reads(other)).toEqual([403, 403, 403]);
    await other.addFactor();
    expect((await reads(other)).slice(0, 2)).toEqual([200, 200]);
  });
});

describe('a lost device', () => {
  const reason = 'Phone lost on the train';

  test('ACCT-13 an administrator resets the factors with a reason, which ends all sessions and is recorded', async () => {
    await person.addFactor();
    await person.rpc('create_recovery_codes');
    const admin = await host.newPerson('admin');
    const { data } = await person.auth.getUser();
    const user_id = data.user?.id;
    expect((await admin.rpc('reset_factors', { user_id, reason: ' ' })).status).toBe(400);
    expect((await admin.rpc('reset_factors', { user_id, reason })).body).toBe(1);
    await expect.poll(() => readsRows(person), WITHIN).toBe(401);
    await person.signIn();
    expect((await reads(person)).slice(0, 2)).toEqual([200, 200]);
    expect((await person.rpc('count_recovery_codes')).body).toBe(0);
    const [entry] = await host.sql`
      select user_email, target_user_email, meta from public.audit_logs
      where action = 'factors_reset' and target_user_id = ${user_id ?? null}`;
    expect(entry).toEqual({
      user_email: admin.email,
      target_user_email: person.email,
      meta: { reason },
    });
  });

  test('ACCT-13 no one else resets factors, and administrators not their own', async () => {
    const admin = await host.newPerson('admin');
    const { data } = await admin.auth.getUser();
    const body = { user_id: data.user?.id, reason };
    expect((await person.rpc('reset_factors', body)).status).toBe(403);
    expect((await admin.rpc('reset_factors', body)).status).toBe(409);
  });
});
