import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Builds one app alone into a folder of its own, so that others may be built at the same time.
 * @template T
 * @param {string} app
 * @param {AbortSignal | undefined} signal
 * @param {(folder: string) => Promise<T>} use what to do with the build, which is gone afterwards
 * @returns {Promise<T>}
 */
export async function withBuild(app, signal, use) {
  const folder = await mkdtemp(path.join(tmpdir(), `homie-${app}-`));
  try {
    const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
    const cwd = path.join(root, 'apps', app);
    await runTool(`Building ${app}`, 'vite', args, {
      cwd,
      env: { NODE_ENV: 'production' },
      signal,
    });
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
