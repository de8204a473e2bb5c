import * as z from 'zod/mini';

/** An id as Postgres takes it: any UUID, whatever its version bits say. */
export function idSchema(message = 'Invalid ID') {
  return z.guid(message);
}

/** A moment as the REST interface and the functions answer it: ISO 8601 with an offset. */
export const timestampSchema = z.iso.datetime({ offset: true });
