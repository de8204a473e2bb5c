import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  copyDataFolder,
  PATIENCE,
  startServerProcess,
  type ServerProcess,
} from '../../testing/index.ts';

const disk = mkdtempSync(join(tmpdir(), 'homie-disk-'));
const MEGABYTES = 200;

/** Mounts a small disk, which only root may do. */
const isMounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
})();
const filler = join(disk, 'filler');

/** Fills the remaining space. */
function fill(): void {
  const file = openSync(filler, 'w');
  for (let size = 2 ** 20; size >= 4096;) {
    try {
      writeSync(file, Buffer.alloc(size, 1));
    } catch {
      size /= 2;
    }
  }
  closeSync(file);
}

describe.skipIf(!isMounted)('a full disk', () => {
  let server: ServerProcess;
  let headers: Record<string, string>;
  let secretKey: string;
  let assistantId: string;
  beforeAll(async () => {
    const data = join(disk, 'data');
    await copyDataFolder(data);
    server = await startServerProcess({ HOMIE_DATA: data, AI_PROVIDER: 'demo' });
    const secrets = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as {
      publishableKey: string;
      secretKey: string;
    };
    secretKey = secrets.secretKey;
    headers = { apikey: secrets.publishableKey, 'content-type': 'application/json' };
    const session = (await (await signIn()).json()) as { access_token: string };
    headers = { ...headers, authorization: `Bearer ${session.access_token}` };
    const assistants = (await (await list('assistants')).json()) as { id: string }[];
    assistantId = assistants[0]?.id ?? '';
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  const call = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  const signIn = () =>
    call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        email: 'worker@secondhomie.example',
        password: 'homie-demo-2026',
      }),
    });
  const list = (table: string) => call(`/rest/v1/${table}?select=id&limit=1`, { headers });
  const insert = () =>
    call('/rest/v1/conversations?select=id', {
      method: 'POST',
      headers: { ...headers, prefer: 'return=representation' },
      body: JSON.stringify({ assistant_id: assistantId, title: 'x'.repeat(100) }),
    });
  const store = () =>
    call(`/storage/v1/object/audit-checkpoints-set-aside/${crypto.randomUUID()}`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
      body: Buffer.alloc(2 ** 20, 1),
    });
  /** Writes until the database itself has no space left. */
  const exhaustDatabase = async () => {
    for (;;) {
      const response = await insert();
      if (response.status !== 201) return response;
      await response.body?.cancel();
    }
  };

  test('writes of files and rows return an error message, and succeed once there is space', async () => {
    fill();
    const file = await store();
    expect(file.status).toBe(507);
    expect(await file.json()).toMatchObject({
      message:
        'The disk of the server is full, so nothing was saved. An administrator needs to free some space.',
    });

    const refused = await exhaustDatabase();
    expect(refused.status).toBe(507);
    expect((await list('conversations')).status).toBe(200);
    expect(((await refused.json()) as { message: string }).message).toMatch(/disk/);
    for (let tries = 0; tries < 20; tries += 1) {
      const [row, blob] = await Promise.all([insert(), store()]);
      expect([201, 503, 507]).toContain(row.status);
      expect([503, 507]).toContain(blob.status);
    }
    expect([200, 503, 507]).toContain((await signIn()).status);
    expect((await call('/')).status).toBe(200);
    expect((await call('/healthz')).status).toBe(200);

    rmSync(filler);
    await vi.waitUntil(async () => (await insert()).status === 201, PATIENCE);
    expect((await store()).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect((await list('conversations')).status).toBe(200);
    expect((await call('/readyz')).status).toBe(200);
  });
});
