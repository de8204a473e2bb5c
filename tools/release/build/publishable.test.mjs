import { afterEach, expect, test, vi } from 'vitest';
import { requireReadable } from './publishable.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('builds that start after the check of a manifest are still for production', async () => {
  vi.stubEnv('NODE_ENV', undefined);
  await requireReadable({});
  expect(process.env.NODE_ENV).toBeUndefined();
});
