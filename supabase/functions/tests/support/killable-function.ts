import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestServer } from '@homie/server/testing';
import type { TurnTiming } from '../../_shared/turns/turn-timing.ts';
import { processAt } from './process-at.ts';

/** A process of the conversations function. */
export interface FunctionProcess extends Pick<TestServer, 'call'> {
  /** Kills the process without a signal before, as a crash does. */
  kill(): Promise<void>;
}

/**
 * Bundles the conversations function as a separate program.
 * @returns functions to start and to remove it
 */
export async function buildFunction() {
  const folder = await mkdtemp(join(tmpdir(), 'homie-function-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    ssr: { noExternal: true },
    build: {
      ssr: 'function-process.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'function.mjs', codeSplitting: false } },
    },
  });
  return {
    /** Starts a process on the data of a server. */
    async start(server: TestServer, timing: Partial<TurnTiming> = {}): Promise<FunctionProcess> {
      const child = fork(join(folder, 'function.mjs'), {
        execArgv: [],
        // Its output would be about broken streams, which the test causes.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {
          SUPABASE_URL: server.url,
          SUPABASE_ANON_KEY: server.publishableKey,
          SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
          SENDS_PER_MINUTE: '1000000',
          TURN_TIMING: JSON.stringify(timing),
        },
      });
      const exited = once(child, 'exit');
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      return {
        ...processAt(`http://127.0.0.1:${port}`, server.publishableKey),
        async kill() {
          child.kill('SIGKILL');
          await exited;
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
