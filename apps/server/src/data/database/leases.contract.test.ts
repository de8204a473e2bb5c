import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gate, openTestDatabase } from '../../testing/index.ts';
import { applySystemSchema, createLeases, type Database } from './index.ts';

const WORK = 'write a file';
/** Renewed every tenth of a second. */
const SECONDS = 0.3;

describe('leases', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase();
    await applySystemSchema(database);
  });
  afterEach(() => database.close());

  /** Returns the seconds from `started` to the current end of the lease; 0 after its release. */
  async function outlived(started: string) {
    const [row] = await database.query<{ seconds: number }>(
      `select extract(epoch from until - $2::timestamptz)::float as seconds
         from embedded.lease where name = $1`,
      [WORK, started],
    );
    return row?.seconds ?? 0;
  }
  const now = async () => {
    const [row] = await database.query<{ now: string }>('select clock_timestamp()::text as now');
    return row?.now ?? '';
  };

  test('work that takes longer than its lease extends it, and others wait until it ends', async () => {
    const { open: end, opened: ended } = gate();
    const { open: begin, opened: started } = gate();
    const done: string[] = [];
    const first = createLeases(database).during(WORK, SECONDS, async () => {
      begin();
      await ended;
      done.push('first');
    });
    await Promise.race([started, first]);
    const at = await now();
    const second = createLeases(database).during(WORK, SECONDS, async () => done.push('second'));
    await vi.waitFor(async () => expect(await outlived(at)).toBeGreaterThan(3 * SECONDS), {
      timeout: 60_000,
    });
    expect(done).toEqual([]);
    end();
    await Promise.all([first, second]);
    expect(done).toEqual(['first', 'second']);
    expect(await outlived(at)).toBe(0);
  });

  test('a former holder does not release the lease of the next one', async () => {
    const { open: end, opened: ended } = gate();
    const { open: begin, opened: started } = gate();
    const first = createLeases(database).during(WORK, 3600, async () => {
      begin();
      await ended;
    });
    await Promise.race([started, first]);
    // Simulates an outage of the database.
    await database.query(`update embedded.lease set until = now() where name = $1`, [WORK]);
    const at = await now();
    await createLeases(database).during(WORK, 3600, async () => {
      end();
      await first;
      expect(await outlived(at)).toBeGreaterThan(3000);
    });
    expect(await outlived(at)).toBe(0);
  });

  test('failed work releases its lease', async () => {
    const leases = createLeases(database);
    const failing = leases.during(WORK, 3600, () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    expect(await leases.during(WORK, 3600, async () => 'done')).toBe('done');
  });
});
