import * as z from 'zod/mini';

/** Page number in a query, counted from 1. The maximum is beyond any table, and within the range of Postgres. */
export const pageSchema = z.coerce
  .number('page must be a number')
  .check(
    z.int('page must be a whole number'),
    z.gte(1, 'page must be at least 1'),
    z.lte(100_000, 'page must be at most 100000'),
  );

/** Returns the schema of a query's row limit. A limit above `max` is reduced to it. */
export function limitSchema(max: number, byDefault = max) {
  return z.prefault(
    z.pipe(
      z.coerce
        .number('limit must be a number')
        .check(z.int('limit must be a whole number'), z.gte(1, 'limit must be at least 1')),
      z.transform((limit) => Math.min(limit, max)),
    ),
    byDefault,
  );
}
