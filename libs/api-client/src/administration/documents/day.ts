import * as z from 'zod/mini';

/** A day as YYYY-MM-DD. The embedded database returns the start of the day. */
export const daySchema = z.pipe(
  z.string(),
  z.transform((day) => day.slice(0, 10)),
);
