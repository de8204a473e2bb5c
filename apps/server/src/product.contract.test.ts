import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Session, type TestServer } from './testing/index.ts';

const password = 'homie-demo-2026';

describe("the product's own schema", () => {
  let server: TestServer;
  let admin: Session;
  let worker: Session;

  beforeAll(async () => {
    server = await startTestServer({ seed: true, functionSettings: { demoDelayMs: 0 } });
    admin = await server.signIn('admin@secondhomie.example', password);
    worker = await server.signIn('worker@secondhomie.example', password);
  });
  afterAll(() => server.stop());

  const logins = async () => {
    const response = await server.call(
      `/rest/v1/audit_logs?select=id&action=eq.login&user_id=eq.${worker.userId}`,
      { as: 'service' },
    );
    return ((await response.json()) as unknown[]).length;
  };
  const conversations = (endpoint: string, method: string, body?: object) =>
    server.call('/functions/v1/conversations', {
      as: worker,
      method: 'POST',
      body: JSON.stringify({ endpoint, method, body }),
    });

  test('API-07 is_admin is called without payload and returns a boolean', async () => {
    const send = (as?: Session) =>
      server.call('/rest/v1/rpc/is_admin', { method: 'POST', ...(as ? { as } : {}) });
    expect(await (await send(admin)).json()).toBe(true);
    expect(await (await send(worker)).json()).toBe(false);
    expect((await send()).status).toBe(401);
  });

  test("a sign-in writes one 'login' to the audit log, a refresh none", async () => {
    const before = await logins();
    const session = await server.signIn('worker@secondhomie.example', password);
    expect(await logins()).toBe(before + 1);
    const refreshed = await server.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: session.refreshToken }),
    });
    expect(refreshed.status).toBe(200);
    expect(await logins()).toBe(before + 1);
  });

  test('failed sign-ins, a sign-up, a new password and a sign-out are recorded', async () => {
    const token = (email: string, given: string) =>
      server.call('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email, password: given }),
      });
    const email = 'somebody.new@test.example';
    const signedUp = await server.call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'long-enough-1' }),
    });
    expect(signedUp.status).toBe(200);
    expect((await token('office@secondhomie.example', 'not-the-password')).status).toBe(400);
    expect((await token('nobody@test.example', 'a-secret-of-theirs')).status).toBe(400);
    const session = await server.signIn('office@secondhomie.example', password);
    const changed = await server.call('/auth/v1/user', {
      as: session,
      method: 'PUT',
      body: JSON.stringify({ password: 'another-one-2026' }),
    });
    expect(changed.status).toBe(200);
    const left = await server.call('/auth/v1/logout?scope=local', { as: session, method: 'POST' });
    expect(left.status).toBe(204);

    const recorded = async () => {
      const select = 'action,user_email,meta';
      const actions = 'in.(denied,signed_up,password_changed,session_ended)';
      const response = await server.call(
        `/rest/v1/audit_logs?select=${select}&action=${actions}&order=created_at,action`,
        { as: 'service' },
      );
      return response.text();
    };
    const entry = (action: string, user_email: string | null, meta = {}) => ({
      action,
      user_email,
      meta,
    });
    await expect
      .poll(async () => JSON.parse(await recorded()))
      .toEqual(
        expect.arrayContaining([
          entry('signed_up', email),
          entry('denied', 'office@secondhomie.example', { attempted: 'login' }),
          entry('denied', null, { attempted: 'login' }),
          entry('password_changed', 'office@secondhomie.example'),
          entry('session_ended', 'office@secondhomie.example'),
        ]),
      );
    expect(await recorded()).not.toMatch(/nobody|not-the-password|a-secret-of-theirs/);
  });

  test('anon has no privileges on any of our tables', async () => {
    const response = await server.call('/rest/v1/', { as: 'service' });
    expect(response.status).toBe(200);
    for (const table of [
      'users',
      'roles',
      'participants',
      'assistants',
      'audit_logs',
      'messages',
    ]) {
      const refused = await server.call(`/rest/v1/${table}?select=id`);
      expect([table, refused.status]).toEqual([table, 401]);
      expect(await refused.json()).toMatchObject({ code: '42501' });
    }
  });

  test('DATA-16 a reply streams through the gateway, uncompressed and uncached', async () => {
    const assistants = (await (await conversations('/assistants', 'GET')).json()) as {
      data: { rows: { id: string }[] };
    };
    const created = (await (
      await conversations('/conversations', 'POST', { assistantId: assistants.data.rows[0]?.id })
    ).json()) as { data: { id: string } };
    const response = await conversations(`/conversations/${created.data.id}/stream`, 'POST', {
      content: 'Hello',
      idempotencyKey: 'first',
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    const events = Array.from(
      (await response.text()).matchAll(/^event: (\w+)$/gm),
      ([, name]) => name,
    );
    expect(new Set(events)).toEqual(new Set(['info', 'created', 'delta', 'final']));
    expect(events.at(-1)).toBe('final');
  });
});
