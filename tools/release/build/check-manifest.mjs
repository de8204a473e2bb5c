import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

/**
 * Validates the manifest data of a remote's releases with the shell's schema. A manifest that the shell cannot parse
 * would make every remote of the environment unavailable.
 * @param {string} name of the remote
 * @param {import('./release-folder.mjs').Stated} stated
 */
export async function requireReadable(name, stated) {
  /** @type {{ module: import('../manifest/changes.mjs').Schemas }} */
  const { module } = await runnerImport(
    path.join(root, 'libs/composition/src/manifest/manifest-schema.ts'),
    { configFile: false, logLevel: 'error' },
  );
  const release = { version: '0', entry: '/entry.js', ...stated };
  const manifest = { schemaVersion: 1, revision: 1, remotes: { [name]: release } };
  const { error } = module.manifestSchema.safeParse(manifest);
  if (error)
    throw new Failure(
      `No shell would read this release of ${name}:\n${error.issues.map((issue) => `  - ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
      `Look at apps/${name}/src/remote/contributions.json and apps/${name}/package.json.`,
    );
}
