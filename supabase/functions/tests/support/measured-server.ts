import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDataFolder, startServerProcess } from '@homie/server/testing';

/** The server as in production, alone in its process, with the demo accounts. */
export interface MeasuredServer {
  url: string;
  publishableKey: string;
  /** Returns the memory of the process in bytes: now, and the peak since the last call of `resetPeak`. */
  memory(): Promise<{ now: number; peak: number }>;
  resetPeak(): Promise<void>;
  stop(): Promise<void>;
}

/** Only Linux reports the memory of another process in this way. */
export const CAN_MEASURE = existsSync('/proc/self/clear_refs');

export async function startMeasuredServer(): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-memory-'));
  await copyDataFolder(folder);
  const server = await startServerProcess({ HOMIE_DATA: folder, DEMO_DELAY_MS: '0' });
  const { publishableKey } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as {
    publishableKey: string;
  };
  const proc = `/proc/${server.pid}`;
  return {
    url: server.url,
    publishableKey,
    async memory() {
      const status = await readFile(`${proc}/status`, 'utf8');
      const kilobytes = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
      return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
    },
    resetPeak: () => writeFile(`${proc}/clear_refs`, '5'),
    async stop() {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
