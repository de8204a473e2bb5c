import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PROJECT, runOnLocalPlatform } from './local-platform.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Files that were uploaded for one function, written to a folder under their names. */
interface UploadedFunction {
  name: string;
  folder: string;
  metadata: unknown;
}

/**
 * Deploys the functions with the official CLI to a local server in place of the platform, and stores the uploads.
 * @param cli path of the CLI
 */
export async function uploadFunctions(
  cli: string,
): Promise<{ functions: UploadedFunction[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-upload-'));
  const functions: UploadedFunction[] = [];
  await runOnLocalPlatform(
    cli,
    ['functions', 'deploy', '--use-api', '--yes', `--remote=${PROJECT}`],
    async ({ method, url, contentType, body }) => {
      const name = url.searchParams.get('slug');
      if (method !== 'POST' || name === null) return { json: [] };
      const headers = { 'content-type': contentType };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      functions.push({ name, ...(await layOut(join(folder, name), form)) });
      const info = { id: name, slug: name, name, status: 'ACTIVE', version: 1, created_at: 1 };
      return { json: { ...info, updated_at: 1, verify_jwt: false }, status: 201 };
    },
  );
  return { functions, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes the uploaded files next to the packages that the platform would fetch. */
async function layOut(folder: string, form: FormData): Promise<Omit<UploadedFunction, 'name'>> {
  let metadata: unknown;
  for (const value of Array.from(form.values())) {
    if (typeof value === 'string') metadata = JSON.parse(value);
    else {
      const file = join(folder, value.name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(await value.arrayBuffer()));
    }
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, metadata };
}
