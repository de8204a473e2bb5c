import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type PluginOption, type Rolldown } from 'vite';

/**
 * Builds files with plugins, without minification.
 * @param files contents by path; `main.js` is the entry
 * @param groups of modules that share a file, by the folder that has the files
 * @returns the built files by name
 */
export async function buildFiles(
  files: Readonly<Record<string, string>>,
  plugins: PluginOption[],
  groups?: (root: string) => Rolldown.CodeSplittingOptions['groups'],
): Promise<Record<string, string>> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'homie-build-')));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), content);
    }
    const result = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: {
        write: false,
        minify: false,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'main.js',
          preserveEntrySignatures: 'strict',
          ...(groups && { output: { codeSplitting: { groups: groups(root) } } }),
        },
      },
    });
    const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
    return Object.fromEntries(
      outputs.flatMap(({ output }) =>
        output.map((file) => [
          file.fileName,
          file.type === 'chunk' ? file.code : String(file.source),
        ]),
      ),
    );
  } finally {
    await rm(root, { recursive: true });
  }
}
