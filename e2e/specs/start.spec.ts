import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '@homie/server/testing/free-port';

const root = path.resolve(import.meta.dirname, '../..');
let port: number;
let data: string;
let running: ChildProcess[] = [];

test.beforeEach(async () => {
  port = await freePort();
  data = await mkdtemp(path.join(tmpdir(), 'homie-start-'));
});

test.afterEach(async () => {
  for (const child of running) child.kill('SIGTERM');
  await expect.poll(() => existsSync(path.join(data, 'server.lock'))).toBe(false);
  running = [];
  await rm(data, { recursive: true, force: true });
});

/** Runs the README's command; `output()` returns its output so far. */
function start(listenOn: number) {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, HOMIE_DATA: data, PORT: String(listenOn) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  const collect = (chunk: Buffer) => (text += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => text };
}

test('npm start prints its URL, the demo accounts and the mailbox URL, and stops with npm', async () => {
  const builtAt = () => statSync(path.join(root, 'apps/shell/dist/app.html')).ctimeMs;
  const before = builtAt();
  const { child, output } = start(port);
  await expect.poll(output).toContain('Stop with Ctrl-C');
  // The build is unchanged, because the servers of other specs run from it.
  expect(builtAt()).toBe(before);
  expect(output()).toContain(`http://localhost:${port}`);
  expect(output()).toContain(`http://localhost:${port}/_mailbox`);
  for (const name of ['admin', 'office', 'worker']) {
    expect(output()).toContain(`${name}@secondhomie.example`);
  }

  const second = start(await freePort());
  await expect.poll(() => second.child.exitCode).toBe(1);
  expect(second.output()).toMatch(/already|in use/i);

  const third = start(port);
  await expect.poll(() => third.child.exitCode).toBe(1);
  expect(third.output()).toContain(String(port));

  child.kill('SIGTERM');
  const answers = () =>
    fetch(`http://localhost:${port}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(false);
});
