import { generateKeyPairSync } from 'node:crypto';
import { startTestServer, type TestServer } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointSchema } from '@homie/contracts/admin';
import { CheckpointStore } from '../audit/checkpoint-store.ts';
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
const DAYS = 10;

let server: TestServer;
let store: CheckpointStore;
let environment: AuditEnvironment;
beforeAll(async () => {
  server = await startTestServer({ seed: true, functions: {} });
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
  store = new CheckpointStore(serverStorage({ ...service, fetch }));
});
afterAll(() => server.stop());

const rows = async (query: string) =>
  (await (await server.call(`/rest/v1/audit_logs?${query}`, { as: 'service' })).json()) as object[];
const latest = async () => {
  const statement = await store.latest();
  if (!statement) throw new Error('no checkpoint');
  const { signing } = await auditKeys(environment.audit)();
  return readStatement(statement, [signing.publicKey], checkpointSchema);
};

test('a sweep signs where the log stands, once; what is old goes, and that is signed too', async () => {
  expect(await store.latest()).toBeUndefined();
  await sweepAudit(environment);
  const first = await latest();
  expect(first?.entries).toBe(first?.seq);
  await sweepAudit(environment);
  expect(await latest()).toEqual(first);

  const old = `created_at=lt.${new Date(Date.now() - DAYS * 86_400_000).toISOString()}&limit=1`;
  expect(await rows(old)).toHaveLength(1);
  await sweepAudit({ ...environment, audit: { ...environment.audit, retentionDays: DAYS } });
  expect(await rows(old)).toEqual([]);
  const purges = await rows('action=eq.audit_purged');
  expect(purges.length).toBeGreaterThan(0);
  const second = await latest();
  expect(second?.seq).toBe((first?.seq ?? 0) + purges.length);
  expect(second?.entries).toBeLessThan(first?.entries ?? 0);
});

test('a key that follows knows the former one; one that nobody knows stops the sweep', async () => {
  const { signing } = await auditKeys(environment.audit)();
  await server.call('/rest/v1/rpc/record_audit', {
    as: 'service',
    method: 'POST',
    body: JSON.stringify({ action: 'denied', user_id: null }),
  });
  const before = await store.latest();
  const strange = { ...environment, audit: { ...environment.audit, signingKey: newKey() } };
  await expect(sweepAudit(strange)).rejects.toMatchObject({ code: 'checkpoint_invalid' });
  expect(await store.latest()).toEqual(before);

  const following = {
    ...strange,
    audit: { ...strange.audit, formerKeys: [signing.publicKey.publicKey] },
  };
  await sweepAudit(following);
  const { id } = await readPublicKey(
    (await auditKeys(following.audit)()).signing.publicKey.publicKey,
  );
  expect((await store.latest())?.keyId).toBe(id);
});
