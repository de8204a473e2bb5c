import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { freePort } from '../../tools/steps/free-port.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** Inside the root, so that packages that are not bundled are resolved from there. */
const folder = path.join(root, 'node_modules/.cache/homie-bench');

function bundle() {
  return build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: 'bench/support/scripted-backend.mjs',
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'backend.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: [/^@homie\//] },
  });
}

/**
 * Starts the built product in a separate process, with a provider whose replies the benchmark scripts.
 * `script` defines the reply to a message: pieces of text, one each `intervalMs`. `next('wrote' | 'said')` resolves
 * with the times, in milliseconds since 1970, at which the process or the provider sent the next reply's text, and
 * `requestedAt`, when the provider was requested.
 */
export async function startScriptedServer(environment = {}) {
  await bundle();
  const data = mkdtempSync(path.join(tmpdir(), 'homie-bench-'));
  const port = String(await freePort());
  const child = fork(path.join(folder, 'backend.mjs'), {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      HOMIE_SITE_URL: `http://127.0.0.1:${port}`,
      HOMIE_DATA: data,
      SENDS_PER_MINUTE: '100000',
      ...environment,
    },
  });
  const next = (type) =>
    new Promise((resolve, reject) => {
      const hear = (message) => {
        if (message.type !== type) return;
        child.off('message', hear);
        resolve(message);
      };
      child.on('message', hear);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    });
  child.setMaxListeners(0);
  const { url, publishableKey, secretKey } = await next('ready');

  async function request(address, init) {
    const response = await fetch(`${url}${address}`, {
      ...init,
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json', ...init.headers },
    });
    if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
    return response;
  }

  return {
    url,
    publishableKey,
    secretKey,
    next,
    script: (question, pieces, intervalMs) =>
      child.send({ type: 'script', question, pieces, intervalMs }),
    /** Signs in with a demo account and returns the session. */
    async signIn(email = 'worker@secondhomie.example') {
      const body = JSON.stringify({ email, password: 'homie-demo-2026' });
      return (await request('/auth/v1/token?grant_type=password', { body })).json();
    },
    /** Calls the conversations function with a session and returns the response. */
    call: (session, call) =>
      request('/functions/v1/conversations', {
        body: JSON.stringify(call),
        headers: { authorization: `Bearer ${session.access_token}` },
      }),
    async stop() {
      child.removeAllListeners('exit');
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
