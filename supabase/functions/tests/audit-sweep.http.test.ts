import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startTestServer, type TestServer } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointSchema } from '@homie/contracts/admin';
import {
  createCheckpointStore,
  readNewest,
  type CheckpointStore,
} from '../audit/checkpoint-store.ts';
import type { AuditEnvironment } from '../audit/environment.ts';
import { auditKeys } from '../audit/keys.ts';
import { sweepAudit } from '../audit/sweep-audit.ts';
import { readPublicKey } from '../_shared/domain/audit/signing-keys.ts';
import { readStatement } from '../_shared/domain/audit/statements.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';

const newKey = () =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64');
/** Retention in days: a few of the demo's entries, which go back 60 days, are older. */
const DAYS = 56;

let server: TestServer;
let store: CheckpointStore;
let environment: AuditEnvironment;
beforeAll(async () => {
  server = await startTestServer({
    seed: true,
    functions: {},
    functionSettings: { audit: { retentionDays: DAYS } },
  });
  const service = {
    supabaseUrl: server.url,
    anonKey: server.publishableKey,
    serviceRoleKey: server.secretKey,
    allowedOrigins: [],
  };
  environment = {
    ...service,
    audit: { signingKey: newKey(), formerKeys: [], exportsPerHour: 1 },
  };
  store = createCheckpointStore(serverStorage({ ...service, fetch }));
});
afterAll(() => server.stop());

const rows = async (query: string) =>
  (await (await server.call(`/rest/v1/audit_logs?${query}`, { as: 'service' })).json()) as object[];
const latest = async () => {
  const statement = await readNewest(store);
  if (!statement) throw new Error('no checkpoint');
  const { signing } = await auditKeys(environment.audit)();
  return readStatement(statement, [signing.publicKey], checkpointSchema);
};

const recordEntry = () =>
  server.call('/rest/v1/rpc/record_audit', {
    as: 'service',
    method: 'POST',
    body: JSON.stringify({ action: 'denied', user_id: null }),
  });

test('a sweep purges old entries and signs the head of the log, once', async () => {
  const old = `created_at=lt.${new Date(Date.now() - DAYS * 86_400_000).toISOString()}&limit=1`;
  expect(await readNewest(store)).toBeUndefined();
  expect(await rows(old)).toHaveLength(1);
  await sweepAudit(environment);
  expect(await rows(old)).toEqual([]);
  expect((await rows('action=eq.audit_purged')).length).toBeGreaterThan(0);
  const first = await latest();
  expect(first?.entries).toBeLessThan(first?.seq ?? 0);
  await sweepAudit(environment);
  expect(await latest()).toEqual(first);
});

test('a sweep that would purge most of the log purges nothing, reports it and signs', async () => {
  const other = await startTestServer({
    seed: true,
    functions: {},
    functionSettings: { audit: { retentionDays: 1 } },
  });
  const service = {
    ...environment,
    supabaseUrl: other.url,
    anonKey: other.publishableKey,
    serviceRoleKey: other.secretKey,
  };
  const entries = async () =>
    (await other.call('/rest/v1/audit_logs?select=id', { as: 'service' })).json();
  const before = await entries();
  await expect(sweepAudit(service)).rejects.toThrow(
    'Nothing was purged. More than a tenth of the log would be deleted at once.',
  );
  expect(await entries()).toEqual(before);
  const checkpoints = createCheckpointStore(serverStorage({ ...service, fetch }));
  expect(await readNewest(checkpoints)).toBeDefined();
  await other.stop();
});

test('each checkpoint is sent to the anchor once, after those that failed before', async () => {
  const received: unknown[] = [];
  let status = 503;
  const receiver = createServer((request, response) => {
    void json(request).then((body) => {
      if (status < 300) received.push(body);
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const anchored = {
    ...environment,
    audit: { ...environment.audit, anchorUrl: `http://127.0.0.1:${port}/homie` },
  };
  const errors: unknown[] = [];
  const sweep = () => sweepAudit(anchored, { onError: (error) => errors.push(error) });
  try {
    await recordEntry();
    await sweep();
    const first = await readNewest(store);
    expect(errors).toMatchObject([{ name: 'AnchorError', code: '503' }]);
    status = 204;
    await sweep();
    expect(received).toEqual([first]);
    await recordEntry();
    await sweep();
    await sweep();
    expect(received).toEqual([first, await readNewest(store)]);
    expect(errors).toHaveLength(1);
  } finally {
    receiver.close();
  }
});

test('a new key that lists the former one continues the chain; an unrelated key stops the sweep', async () => {
  const { signing } = await auditKeys(environment.audit)();
  await recordEntry();
  const before = await readNewest(store);
  const strange = { ...environment, audit: { ...environment.audit, signingKey: newKey() } };
  await expect(sweepAudit(strange)).rejects.toMatchObject({ code: 'checkpoint_invalid' });
  expect(await readNewest(store)).toEqual(before);

  const following = {
    ...strange,
    audit: { ...strange.audit, formerKeys: [signing.publicKey.publicKey] },
  };
  await sweepAudit(following);
  const { id } = await readPublicKey(
    (await auditKeys(following.audit)()).signing.publicKey.publicKey,
  );
  expect((await readNewest(store))?.keyId).toBe(id);
});
