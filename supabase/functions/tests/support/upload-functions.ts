import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

const root = resolve(import.meta.dirname, '../../../..');
const PROJECT = 'abcdefghijklmnopqrst';

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
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const name = new URL(request.url ?? '', 'http://api').searchParams.get('slug');
    response.setHeader('content-type', 'application/json');
    if (request.method !== 'POST' || name === null) return response.end('[]');
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    functions.push({ name, ...(await layOut(join(folder, name), form)) });
    response.statusCode = 201;
    const info = { id: name, slug: name, name, status: 'ACTIVE', version: 1, created_at: 1 };
    response.end(JSON.stringify({ ...info, updated_at: 1, verify_jwt: false }));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  const api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const profile = join(folder, 'profile.yaml');
  const settings = { name: 'local', api_url: api, dashboard_url: api, docs_url: api };
  const lines = Object.entries({ ...settings, project_host: '127.0.0.1' });
  await writeFile(profile, lines.map(([key, value]) => `${key}: ${value}\n`).join(''));
  await run(cli, [
    'functions',
    'deploy',
    '--use-api',
    '--yes',
    `--remote=${PROJECT}`,
    '--profile',
    profile,
    '--workdir',
    root,
  ]);
  await new Promise((closed) => {
    server.close(closed);
  });
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

/** Runs the CLI and ignores its exit code: the last response of the local server differs from the platform's. */
function run(cli: string, args: readonly string[]): Promise<void> {
  return new Promise((done) => {
    const env = {
      ...process.env,
      SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
      SUPABASE_TELEMETRY_DISABLED: '1',
      SUPABASE_NO_UPDATE_NOTIFIER: '1',
    };
    execFile(cli, args, { env, timeout: 120_000 }, () => done()).stdin?.end();
  });
}
