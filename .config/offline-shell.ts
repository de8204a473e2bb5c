import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { afterWrite } from '../libs/federation-build/src/after-write.ts';

const WORKER = 'apps/shell/src/offline/service-worker.ts';
const PAGES = ['app.html', 'sign-in.html'];
const END_OF_HEAD = '</head>';
/** Files that the app's page may load; it shows no icon of another size. */
const STORED = /^(assets\/.+\.(js|css|woff2|svg)|remoteEntry-.+\.js)$/;

/**
 * Writes the service worker of the shell, and the list of the shell's files with their hashes, which pages name. Pages
 * store these files for a start without a connection.
 */
export function offlineShell(): Plugin {
  return {
    name: 'homie:offline-shell',
    ...afterWrite(async (folder) => {
      await writeFile(path.join(folder, 'service-worker.js'), await bundleWorker());
      const files: Record<string, string> = {};
      for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
        if (!STORED.test(name)) continue;
        files[`/${name}`] = hashOf(await readFile(path.join(folder, name)), 'base64');
      }
      const list = JSON.stringify(files);
      const address = `assets/shell-files-${hashOf(list, 'hex').slice(7, 15)}.json`;
      await writeFile(path.join(folder, address), list);
      const meta = `<meta name="shell-files" content="/${address} ${hashOf(list, 'base64')}" />`;
      for (const name of PAGES) {
        const file = path.join(folder, name);
        const html = await readFile(file, 'utf8');
        if (!html.includes(END_OF_HEAD)) throw new Error(`${file} has no head`);
        await writeFile(
          file,
          html.replace(END_OF_HEAD, () => meta + END_OF_HEAD),
        );
      }
    }),
  };
}

/** Returns the worker as one classic script: not all browsers run modules as service workers. */
async function bundleWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: path.resolve(import.meta.dirname, '..', WORKER),
        formats: ['iife'],
        name: 'offline',
      },
    },
  });
  const [bundle] = [result].flat();
  const [script] = bundle && 'output' in bundle ? bundle.output : [];
  if (script?.type !== 'chunk') throw new Error(`${WORKER} was not built`);
  return script.code;
}

function hashOf(content: string | Buffer, encoding: 'base64' | 'hex'): string {
  return `sha256-${createHash('sha256').update(content).digest(encoding)}`;
}
