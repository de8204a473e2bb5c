import { expect, test } from 'vitest';
import { applySystemSchema } from '../../data/database/index.ts';
import { openTestDatabase } from '../../testing/index.ts';
import { createAuthFlows } from '../../data/database/auth-flows.ts';

test('mailed tokens, codes and waiting sessions are unreadable in the database', async () => {
  const database = await openTestDatabase();
  await applySystemSchema(database);
  const flows = createAuthFlows(database);
  await flows.rememberLink('the-token', { redirectTo: 'http://localhost/auth/callback' });
  const id = '33333333-3333-4333-8333-333333333333';
  const code = await flows.issueCode(
    { id, body: '{"access_token":"the-access-token"}' },
    { value: 'challenge', method: 's256' },
  );
  const stored = JSON.stringify([
    await database.query('select * from embedded.mail_link'),
    await database.query('select * from embedded.auth_code'),
  ]);
  for (const secret of ['the-token', 'the-access-token', code])
    expect(stored).not.toContain(secret);

  await database.exec(`
    insert into auth.users (id, email) values ('${id}', 'waiting@example.test');
    insert into auth.sessions (id, user_id) values ('${id}', '${id}');
    update embedded.mail_link set expires_at = now() - interval '1 second';
    update embedded.auth_code set expires_at = now() - interval '1 second';
  `);
  await flows.purge();
  for (const table of ['embedded.mail_link', 'embedded.auth_code', 'auth.sessions'])
    expect(await database.query(`select 1 from ${table}`)).toEqual([]);
  await database.close();
});
