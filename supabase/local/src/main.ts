import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractInProcess } from './files/extract-in-process.ts';
import { MigrationHistoryError } from './database/index.ts';
import { announcement } from './process/announce.ts';
import { readSettings } from './process/read-settings.ts';
import { resetDataFolder } from './process/reset-data-folder.ts';
import { setUpProcess } from './process/set-up-process.ts';
import { startBackend } from './start-backend.ts';

/** Both src/main.ts and dist/main.js lie three folders below the root. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Built beside this file; `npm run dev` does without it. */
const extractionWorker = new URL('./extraction-worker.js', import.meta.url);

async function main(): Promise<void> {
  setUpProcess();
  const {
    backend: options,
    reset,
    seeded,
  } = readSettings(root, process.env, process.argv.slice(2));
  if (reset) {
    await resetDataFolder(options.dataDir, `port ${options.port}`);
    console.log(`Removed the data in ${options.dataDir}`);
  }
  const backend = await startBackend({
    ...options,
    ...(existsSync(extractionWorker) && { extractFile: extractInProcess(extractionWorker) }),
    onProgress: (line) => console.log(line),
    log: (line) => console.error(line),
  });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // One Ctrl-C arrives twice, from the terminal and from npm: stopping is asked for once.
      if (stopping) return;
      stopping = true;
      console.log('Stopping');
      backend.shutDown().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
  const { url, showsMails } = backend;
  const seconds = performance.now() / 1000;
  const { dataDir } = options;
  const isDemo = options.functionSettings?.ai?.kind === 'demo';
  console.log(announcement({ url, seconds, seeded, showsMails, dataDir, isDemo }));
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof MigrationHistoryError && !process.env['DATABASE_URL'])
    console.error('To begin anew without the present data: npm start -- --reset');
  process.exit(1);
}

main().catch(fail);
