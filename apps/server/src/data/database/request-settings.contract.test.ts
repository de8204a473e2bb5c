import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/index.ts';
import { applySystemSchema, type Database } from './index.ts';

/** All settings that a REST request sets, with characters that would end a string or an object. */
const CONTEXT = {
  auth: {
    role: 'authenticated',
    uid: '11111111-1111-4111-8111-111111111111',
    jwt: { sub: '1', email: `o'"\\\u0000\ud800{}@example.test` },
  },
};
const REQUEST = {
  rpc: {
    method: 'POST',
    path: "/rpc/it's",
    readOnly: false,
    requestHeaders: { 'x-text': `'; reset role; "\\` },
  },
};

describe('settings of a request', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await applySystemSchema(database);
  });
  afterAll(() => database.close());

  /** Applies the settings and returns them, with the number of statements that it took. */
  async function readSettings(
    options?: typeof REQUEST,
    context: Partial<typeof CONTEXT> = CONTEXT,
  ) {
    const { connection } = database;
    let statements = 0;
    const { kysely } = connection;
    connection.kysely = kysely.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const read = async (inside: Kysely<unknown>) => {
      const before = statements;
      const { rows } = await sql`
        select name, current_setting(name, true) as value, current_user as user
        from unnest(array[
          'role', 'request.jwt.claim.sub', 'request.jwt.claim.role', 'request.jwt.claims', 'storage.operation',
          'response.status', 'response.headers', 'request.method', 'request.path', 'request.headers'
        ]) as name`.execute(inside);
      return { rows, statements: before };
    };
    try {
      return await connection.withContext(context, read, options);
    } finally {
      connection.kysely = kysely;
    }
  }

  /** Runs work with the methods of `@supabase/lite` instead of ours. */
  async function withOriginalMethods<Result>(work: () => Promise<Result>): Promise<Result> {
    const connection: object = database.connection;
    const ours = { ...connection };
    Reflect.deleteProperty(connection, 'applyJwtSessionContext');
    Reflect.deleteProperty(connection, 'applyRpcRequestGucs');
    try {
      return await work();
    } finally {
      Object.assign(connection, ours);
    }
  }

  test.each([
    ['a call of a function', REQUEST, CONTEXT, 2],
    ['a query of a table', undefined, CONTEXT, 1],
    ['an anonymous call', REQUEST, {}, 2],
  ])(
    '%s has the settings of @supabase/lite, in fewer statements',
    async (_, options, context, count) => {
      const original = await withOriginalMethods(() => readSettings(options, context));
      const ours = await readSettings(options, context);
      expect(ours.rows).toEqual(original.rows);
      expect(ours.statements).toBe(count);
      expect(original.statements).toBeGreaterThan(count + 2);
    },
  );
});
