import { expect, test } from 'vitest';
import { readEmbeddingSettings } from './embedding-settings.ts';

const provider = { AI_BASE_URL: 'https://ai.example.org/v1', AI_API_KEY: 'sk-replies' };

test('DOCS-20 there are no embeddings without a model', () => {
  expect(readEmbeddingSettings(provider)).toBeUndefined();
});

test('DOCS-20 embeddings use the connection of the replies, or their own', () => {
  const model = 'text-embedding-3-small';
  expect(readEmbeddingSettings({ ...provider, AI_EMBEDDING_MODEL: model })).toEqual({
    model,
    baseUrl: 'https://ai.example.org/v1',
    apiKey: 'sk-replies',
  });
  const own = { AI_EMBEDDING_MODEL: model, AI_EMBEDDING_BASE_URL: 'http://localhost:8080/v1/' };
  // The key of the replies is not sent to another address.
  expect(readEmbeddingSettings({ ...provider, ...own })).toEqual({
    model,
    baseUrl: 'http://localhost:8080/v1',
  });
  expect(readEmbeddingSettings({ ...own, AI_EMBEDDING_API_KEY: 'sk-own' })).toMatchObject({
    apiKey: 'sk-own',
  });
});

test.each([
  [{ AI_EMBEDDING_MODEL: 'two words' }, 'AI_EMBEDDING_MODEL'],
  [{ AI_EMBEDDING_MODEL: 'm' }, 'AI_EMBEDDING_API_KEY or AI_EMBEDDING_BASE_URL'],
  [
    { AI_EMBEDDING_MODEL: 'm', AI_EMBEDDING_BASE_URL: 'https://x?key=sk-1' },
    'AI_EMBEDDING_BASE_URL',
  ],
  [{ AI_EMBEDDING_MODEL: 'm', AI_EMBEDDING_API_KEY: '"sk 1"' }, 'AI_EMBEDDING_API_KEY'],
])('DOCS-20 %o is refused with the name of the variable, without its value', (variables, name) => {
  const read = () => readEmbeddingSettings(variables);
  expect(read).toThrow(name);
  expect(read).not.toThrow('sk');
});
