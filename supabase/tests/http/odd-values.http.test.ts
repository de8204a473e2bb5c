import { expect, test } from 'vitest';
import { equal } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/* Values of another type than the column's: the database returns an error message, and the server does not fail. */

inOwnWorld();

test.each([
  ['web_research_enabled', 'x', '22P02'],
  ['web_research_enabled', {}, '22P02'],
  ['web_domains', 5, '22P02'],
  ['web_domains', [null], '23514'],
  ['web_domains', [['a.example']], '23514'],
])('an assistant is not changed to %s %j', async (column, value, code) => {
  const query = equal({ id: world.assistants.participant });
  const before = await world.asServer('assistants', { query });
  const body = { [column]: value };
  const answer = await world.people.admin.rest('assistants', { method: 'PATCH', query, body });
  expect(answer).toMatchObject({ status: 400, code });
  expect((await world.asServer('assistants', { query })).rows).toEqual(before.rows);
});

test.each<[string, Record<string, string>]>([
  ['audit_logs', { created_at: 'gt.true' }],
  ['audit_logs', { created_at: 'gt.{}' }],
  ['audit_logs', { created_at: 'gt.99999999999999999' }],
  ['assistants', { web_research_enabled: 'eq.x' }],
  ['assistants', { web_research_enabled: 'in.(1,x)' }],
  ['assistants', { web_domains: 'cs.5' }],
  ['assistants', { web_domains: 'eq.true' }],
  ['rpc/user_access', { user_id: '00000000-0000-4000-8000-000000000001', usable_only: '%' }],
])('%s by %j is refused', async (path, query) => {
  const answer = await world.people.admin.rest(path, { query });
  expect(answer.status).toBe(400);
});
