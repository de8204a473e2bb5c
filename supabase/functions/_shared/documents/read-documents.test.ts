import { expect, test, vi } from 'vitest';
import { serverStorage } from '../http/file-storage.ts';
import type { ClaimedVersion, DocumentStore } from './document-store.ts';
import { readDocuments, type ReadDocuments } from './read-documents.ts';

test('DOCS-25 a version that cannot be stored does not keep the others waiting', async () => {
  const waiting = ['first', 'second'].map((note) => ({ note }) as ClaimedVersion);
  const finished: (string | null)[] = [];
  const refusal = new Error('Refused');
  const onError = vi.fn<(error: unknown) => void>();
  const store = {
    claim: async () => waiting.shift(),
    async finish({ note }: ClaimedVersion) {
      if (note === 'first') throw refusal;
      finished.push(note);
    },
  } as unknown as DocumentStore;
  await readDocuments({
    store,
    signal: new AbortController().signal,
    onError,
  } as unknown as ReadDocuments);
  expect(finished).toEqual(['second']);
  expect(onError.mock.calls).toEqual([[refusal]]);
});

test('HOSTED-01 a document is not marked as failed while the storage is busy', async () => {
  const busy = { statusCode: '429', error: 'too_many_connections', code: 'SlowDown' };
  const files = serverStorage({
    supabaseUrl: 'https://x.example',
    serviceRoleKey: 'key',
    fetch: async () => Response.json(busy, { status: 429 }),
  });
  const file = { note: null, name: 'a.txt', size: 1, sha256: '', supabase_path: 'documents/a' };
  const waiting = [file as ClaimedVersion];
  const fail = vi.fn<() => void>();
  const onError = vi.fn<(error: unknown) => void>();
  await readDocuments({
    store: { claim: async () => waiting.shift(), fail } as unknown as DocumentStore,
    files,
    signal: new AbortController().signal,
    onError,
  } as unknown as ReadDocuments);
  expect(fail).not.toHaveBeenCalled();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }));
});
