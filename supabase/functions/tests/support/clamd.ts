import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, PATIENCE } from '@homie/server/testing';
import { vi } from 'vitest';
import type { ClamavSettings } from '../../security-scan/clamav/clamav-settings.ts';

/** Path of clamd; undefined if it is not installed. */
export const CLAMD = [process.env['HOMIE_TEST_CLAMD'], '/usr/sbin/clamd'].find(
  (path) => path !== undefined && existsSync(path),
);

/** Text that only the daemons of the tests detect as a virus. */
export const UNWANTED = 'Quiet after nine: unwanted by the tests.';

/** A real ClamAV daemon with two signatures of our own, on a separate port. */
export interface Clamd {
  settings: ClamavSettings;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a daemon. @param program path of clamd */
export async function startClamd(
  program: string,
  { streamMaxLength = '30M' }: { streamMaxLength?: string } = {},
): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-clamd-'));
  const settings = { host: '127.0.0.1', port: await freePort() };
  const config = join(folder, 'clamd.conf');
  const hex = Buffer.from(UNWANTED).toString('hex');
  const exact = Buffer.from('Quiet after eight.');
  const md5 = createHash('md5').update(exact).digest('hex');
  await writeFile(join(folder, 'own.ndb'), `Homie.Unwanted.Words:0:*:${hex}\n`);
  await writeFile(join(folder, 'own.hdb'), `${md5}:${exact.length}:Homie.Unwanted.File\n`);
  await writeFile(
    config,
    [
      `TCPSocket ${settings.port}`,
      `TCPAddr ${settings.host}`,
      `DatabaseDirectory ${folder}`,
      `StreamMaxLength ${streamMaxLength}`,
      'Foreground yes',
      'AlertOLE2Macros yes',
      'AlertEncrypted yes',
      'AlertExceedsMax yes',
    ].join('\n'),
  );
  let daemon: ReturnType<typeof spawn> | undefined;
  const clamd: Clamd = {
    settings,
    async start() {
      daemon = spawn(program, ['--config-file', config], { stdio: 'ignore' });
      await vi.waitUntil(() => answers(settings), PATIENCE);
    },
    async stop() {
      if (daemon === undefined || daemon.exitCode !== null) return;
      const exited = once(daemon, 'exit');
      daemon.kill('SIGKILL');
      await exited;
      daemon = undefined;
    },
    async remove() {
      await clamd.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await clamd.start();
  return clamd;
}

async function answers({ host, port }: ClamavSettings): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
