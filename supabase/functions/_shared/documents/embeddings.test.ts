import { expect, test, vi } from 'vitest';
import type { EmbedTexts } from '../ai/embed-texts.ts';
import type { DataClient } from '../http/data-access.ts';
import { Embeddings } from './embeddings.ts';

function createEmbeddings(embed: EmbedTexts) {
  const onError = vi.fn<(error: unknown) => void>();
  const service = {} as unknown as DataClient;
  return { embeddings: new Embeddings({ service, model: 'one', embed, onError }), onError };
}

test('DOCS-22 a question whose embedding takes longer than two seconds is searched by words, and the failure is reported', async () => {
  const { embeddings, onError } = createEmbeddings(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  expect(await embeddings.embedQuestion('Where is tea?')).toBeUndefined();
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ name: 'TimeoutError' }),
  );
});

test('DOCS-20 the embedding of a question names its model; a blank question has none', async () => {
  const { embeddings } = createEmbeddings(() => Promise.resolve([[1, 0]]));
  expect(await embeddings.embedQuestion('Where is tea?')).toEqual({
    embedding: [1, 0],
    model: 'one',
  });
  expect(await embeddings.embedQuestion(' ')).toBeUndefined();
});
