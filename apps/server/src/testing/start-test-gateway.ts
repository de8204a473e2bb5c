import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionModule } from '../gateways/functions/function-handler.ts';
import { scratchSchema } from './scratch-schema.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

/** Content of the files with hashed names. */
export const script = `export const text = ${JSON.stringify('homie '.repeat(2000))};`;
/** The headers of a browser that navigates to a page. */
export const navigate = { accept: 'text/html,application/xhtml+xml' };

/** The initial manifest. */
export const emptyManifest = JSON.stringify({ schemaVersion: 1, revision: 1, remotes: {} });

const appPage = '<!doctype html><title>app</title><script type="module" src="/main.js"></script>';

const echo: FunctionModule = {
  createHandler:
    ({ supabaseUrl, anonKey }, { fetch: callBack }) =>
    async (request) => {
      if (request.url.endsWith('/stream'))
        return new Response('data: one\n\ndata: two\n\n'.repeat(200), {
          headers: { 'content-type': 'text/event-stream' },
        });
      if (request.url.endsWith('/settings'))
        return callBack(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: anonKey } });
      if (request.url.endsWith('?unread')) return Response.json({ received: 'nothing' });
      if (request.url.endsWith('/throw')) throw new Error('select secret from people');
      return Response.json({ received: (await request.text()).length });
    },
};

export interface TestGateway {
  server: TestServer;
  logged: readonly string[];
  /** Sends an anonymous request; does not follow redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Writes another manifest; without a text, removes it. */
  setManifest(text?: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server with everything behind its address: pages, remotes, secrets next to them, a function, a partner's
 * origin.
 */
export async function startTestGateway(): Promise<TestGateway> {
  const logged: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'homie-static-'));
  const shellDir = join(folder, 'shell');
  const remotesDir = join(folder, 'remotes');
  const manifestFile = join(folder, 'remotes.json');
  const setManifest = (text?: string) =>
    text === undefined ? rm(manifestFile) : writeFile(manifestFile, text);
  await mkdir(join(shellDir, 'assets'), { recursive: true });
  await mkdir(join(remotesDir, 'chat/2.0.0-abc'), { recursive: true });
  await writeFile(join(shellDir, 'index.html'), '<!doctype html><title>landing</title>');
  await writeFile(join(shellDir, 'app.html'), appPage);
  await setManifest(emptyManifest);
  await writeFile(join(shellDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(shellDir, 'assets/main-AbCd1234.js'), script);
  await writeFile(join(remotesDir, 'chat/2.0.0-abc/remoteEntry-x.js'), script);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(shellDir, 'leak.txt'));
  await writeFile(join(shellDir, '.env'), 'secret');
  const server = await startTestServer({
    ...scratchSchema,
    functions: { echo, conversations: echo },
    corsOrigins: ['https://partner.example'],
    static: {
      shellDir,
      remotesDir,
      manifestFile,
      rules: {
        name: 'local',
        others: [],
        remoteOrigins: ['https://cdn.example'],
        requireIntegrity: true,
        overrides: null,
      },
    },
    log: (line) => void logged.push(line),
  });
  return {
    server,
    logged,
    get: (path, headers = {}) => fetch(server.url + path, { headers, redirect: 'manual' }),
    setManifest,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
