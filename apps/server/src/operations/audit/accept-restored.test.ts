import { expect, test, vi } from 'vitest';
import type { Database } from '../../data/database/index.ts';
import { acceptRestored } from './accept-restored.ts';

test('HOSTED-04 a log whose checkpoints are in a Supabase project is not accepted, and nothing is changed', async () => {
  const query = vi.fn<() => Promise<never>>();
  const database = { query, exec: query, transaction: query } as unknown as Database;
  const keys = { signing: {}, known: [] } as never;
  const log = { database, storageDir: '/nowhere', keys, checkpointFile: undefined };
  await expect(acceptRestored(log, { reason: 'An enquiry' })).rejects.toThrow(
    'The stored checkpoints are not on this computer',
  );
  expect(query).not.toHaveBeenCalled();
});
