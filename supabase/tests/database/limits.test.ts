import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routes as audit } from '../../functions/audit/routes/index.ts';
import { routes as conversations } from '../../functions/conversations/routes/index.ts';
import { createTestDatabase } from './test-databases.ts';

const root = join(import.meta.dirname, '../../..');
const gateways = join(root, 'apps/server/src/gateways');

/** Returns the code of the files in a folder of gateways, by name. */
function readCode(folder: string): [file: string, code: string][] {
  return readdirSync(join(gateways, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(gateways, folder, file), 'utf8')]);
}

/** The routes of functions that change something. */
const functionRoutes = [...conversations, ...audit]
  .filter(({ method }) => method !== 'GET')
  .map(({ method, pattern }) => `${method} ${pattern}`);

const authRoutes = readCode('auth').flatMap(([, code]) =>
  Array.from(code.matchAll(/'((?:POST|PUT|DELETE|PATCH) \/?[^']*)'/g), ([, route = '']) =>
    `auth ${route}`.trim(),
  ),
);

const scimRoutes = readCode('scim').flatMap(([file, code]) =>
  Array.from(
    code.matchAll(/\.(post|put|patch|delete)\('([^']*)'/g),
    ([, method = '', path = '']) =>
      `scim ${method.toUpperCase()} /${file.startsWith('user') ? 'Users' : 'Groups'}${path.replace(/\/$/, '')}`,
  ),
);

const LISTED = `
  select 'table ' || class.relname as name
  from pg_class as class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and (
      has_any_column_privilege('authenticated', oid, 'insert')
      or has_any_column_privilege('authenticated', oid, 'update')
    )
  union
  select 'function ' || proname
  from pg_proc
  where pronamespace = 'public'::regnamespace and provolatile = 'v'
    and has_function_privilege('authenticated', oid, 'execute')`;

test('LIMITS-01 the table of limits has a row for every route, table and function with which people change something', async () => {
  const { database, remove } = await createTestDatabase();
  try {
    const rows = await database.query<{ name: string }>(LISTED);
    const found = new Set([
      ...rows.map(({ name }) => name),
      ...functionRoutes,
      ...authRoutes,
      ...scimRoutes,
      'POST /csp-reports',
    ]);
    const table = readFileSync(join(root, 'docs/security/limits.md'), 'utf8');
    const listed = Array.from(
      table.matchAll(/`((?:auth |scim )?(?:POST|PUT|DELETE|PATCH)[^`]*|(?:table|function) \w+)`/g),
      ([, name]) => name,
    );
    expect(listed.toSorted()).toEqual([...found].toSorted());
  } finally {
    await remove();
  }
});
