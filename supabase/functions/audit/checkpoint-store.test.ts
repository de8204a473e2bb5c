import { expect, test } from 'vitest';
import { serverStorage } from '../_shared/http/file-storage.ts';
import { createCheckpointStore } from './checkpoint-store.ts';

/** Storage as a hosted project has it: of concurrent uploads to one key several are accepted, of moves to it, one. */
function createStorage() {
  const files = new Map<string, string>();
  const fetch: typeof globalThis.fetch = async (input, { method, body } = {}) => {
    const [, path = ''] = /\/object\/(.*)$/.exec(String(input)) ?? [];
    const text = await new Response(body).text();
    if (method === 'DELETE') {
      for (const key of JSON.parse(text).prefixes) files.delete(`${path}/${key}`);
      return Response.json([]);
    }
    if (path !== 'move') {
      files.set(path, text);
      return Response.json({ Key: path });
    }
    const { bucketId, sourceKey, destinationKey } = JSON.parse(text);
    const [from, to] = [`${bucketId}/${sourceKey}`, `${bucketId}/${destinationKey}`];
    if (files.has(to))
      return Response.json({ statusCode: '409', code: 'KeyAlreadyExists' }, { status: 400 });
    files.set(to, files.get(from) ?? '');
    files.delete(from);
    return Response.json({ message: 'Successfully moved' });
  };
  return { files, fetch };
}

test('HOSTED-02 one of many concurrent writers of a number stores its checkpoint, and the others fail', async () => {
  const { files, fetch } = createStorage();
  const service = { supabaseUrl: 'https://x.example', serviceRoleKey: 'key', fetch };
  const store = createCheckpointStore(serverStorage(service));
  const statements = Array.from({ length: 3 }, (_, index) => ({
    payload: `${index}`,
    signature: '',
    keyId: '',
  }));
  const results = await Promise.allSettled(statements.map((one) => store.put(7, one)));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const winner = statements[results.findIndex(({ status }) => status === 'fulfilled')];
  expect([...files]).toEqual([['audit-checkpoints/n000000000000007.json', JSON.stringify(winner)]]);
});
