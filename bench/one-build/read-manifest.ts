import { manifestSchema } from '@homie/composition';
import type { ManifestReading } from '../../apps/shell/src/remotes/read-manifest.ts';

const remotes = ['chat', 'admin', 'audit'].map((name) => [name, { version: '0.0.0', entry: '/' }]);

/** Replaces the manifest of the server: a single build contains a fixed list of remotes. */
export async function readManifest(): Promise<ManifestReading> {
  return {
    manifest: manifestSchema.parse({
      schemaVersion: 1,
      revision: 1,
      remotes: Object.fromEntries(remotes),
    }),
  };
}
