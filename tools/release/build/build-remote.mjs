import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Builds one app into a temporary folder, so that several builds can run concurrently.
 * @template T
 * @param {string} app
 * @param {AbortSignal | undefined} signal
 * @param {(folder: string) => Promise<T>} use callback that uses the build; the folder is removed afterwards
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
