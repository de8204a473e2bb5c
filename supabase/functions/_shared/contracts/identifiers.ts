import * as z from 'zod/mini';

/** Returns the schema of an ID as Postgres accepts it: any UUID, regardless of its version bits. */
export function idSchema(message = 'Invalid ID') {
  return z.guid(message);
}

/** Timestamp as the REST API and the functions return it: ISO 8601 with an offset. */
export const timestampSchema = z.iso.datetime({ offset: true });

/**
 * Version of the changes feed: a response with it includes all changes up to it. Servers of earlier releases do not send
 * it.
 */
export const changeVersionSchema = z.optional(z.int());
