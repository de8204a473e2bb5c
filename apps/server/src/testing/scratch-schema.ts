import { join } from 'node:path';

/** For `startTestServer`: a small schema instead of the product's, and no functions. */
export const scratchSchema = {
  migrationsDir: join(import.meta.dirname, 'migrations'),
  functions: {},
};
