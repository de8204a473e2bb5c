import { expect, test, vi } from 'vitest';
import type { EmbedTexts } from '../ai/embed-texts.ts';
import type { DataClient } from '../http/data-access.ts';
import { Embeddings } from './embeddings.ts';

/** Returns embeddings whose database answers `prepare_embeddings` with this. */
function createEmbeddings(isSupported: boolean, embed: EmbedTexts) {
  const onError = vi.fn<(error: unknown) => void>();
  const rpc = vi.fn<() => unknown>(() => Promise.resolve({ data: isSupported, error: null }));
  const service = { rpc } as unknown as DataClient;
  return { embeddings: new Embeddings({ service, model: 'one', embed, onError }), onError, rpc };
}

test('DOCS-22 a question whose embedding takes longer than two seconds is searched by words, and the failure is reported', async () => {
  const { embeddings, onError } = createEmbeddings(
    true,
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

test('DOCS-20 no question leaves the server if the database cannot search embeddings', async () => {
  const embed = vi.fn<EmbedTexts>();
  const { embeddings, onError } = createEmbeddings(false, embed);
  expect(await embeddings.embedQuestion('Where is tea?')).toBeUndefined();
  await embeddings.embedPassages(new AbortController().signal);
  expect(embed).not.toHaveBeenCalled();
  expect(onError).not.toHaveBeenCalled();
});

test('DOCS-20 the embedding of a question names its model; a blank question has none', async () => {
  const { embeddings, rpc } = createEmbeddings(true, () => Promise.resolve([[1, 0]]));
  expect(await embeddings.embedQuestion('Where is tea?')).toEqual({
    embedding: [1, 0],
    model: 'one',
  });
  expect(await embeddings.embedQuestion(' ')).toBeUndefined();
  await embeddings.embedQuestion('Where is milk?');
  expect(rpc).toHaveBeenCalledTimes(1);
});
