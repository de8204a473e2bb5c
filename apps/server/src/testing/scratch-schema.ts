import { join } from 'node:path';

/** For `startTestServer`: a small schema in place of the product's, and no functions. */
export const scratchSchema = {
  migrationsDir: join(import.meta.dirname, 'migrations'),
  functions: {},
};
