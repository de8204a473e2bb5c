import { expect, test, vi } from 'vitest';
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
