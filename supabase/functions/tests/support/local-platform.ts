import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

const root = resolve(import.meta.dirname, '../../../..');

/** Reference of the project that the local server stands in for. */
export const PROJECT = 'abcdefghijklmnopqrst';

/** A request of the CLI to the platform. */
export interface PlatformRequest {
  method: string;
  url: URL;
  contentType: string;
  body: Buffer;
}

/**
 * Runs the official CLI with a local server in place of the platform's API. Ignores its exit code: the responses have
 * only what the tests need.
 * @param cli path of the CLI
 * @param respond returns the JSON of a response, and its status if it is not 200
 * @returns what the CLI printed
 */
export async function runOnLocalPlatform(
  cli: string,
  args: readonly string[],
  respond: (request: PlatformRequest) => Promise<{ json: unknown; status?: number }>,
  variables: Record<string, string> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-platform-'));
  const server = createServer(async (request, response) => {
    const { json, status = 200 } = await respond({
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://api'),
      contentType: request.headers['content-type'] ?? '',
      body: await buffer(request),
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
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
  const env = {
    ...process.env,
    ...variables,
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    SUPABASE_TELEMETRY_DISABLED: '1',
    SUPABASE_NO_UPDATE_NOTIFIER: '1',
  };
  const all = [...args, '--profile', profile, '--workdir', root];
  const output = await new Promise<string>((done) => {
    execFile(cli, all, { env, timeout: 120_000 }, (_, stdout, errors) =>
      done(`${errors}\n${stdout}`),
    ).stdin?.end();
  });
  await new Promise((closed) => {
    server.close(closed);
  });
  await rm(folder, { recursive: true });
  return output;
}
