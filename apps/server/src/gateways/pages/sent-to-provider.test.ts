import { expect, test } from 'vitest';
import { readSettings } from '../../cli/settings/read-settings.ts';
import { sentToProvider } from './sent-to-provider.ts';

const provider = { AI_API_KEY: 'key' };
const embeddings = { AI_EMBEDDING_MODEL: 'model-1', AI_EMBEDDING_API_KEY: 'key' };

test.each([
  ['the demo', {}, 'nothing'],
  ['the demo without its badge', { HOMIE_DEMO_MODE: 'false' }, 'nothing'],
  ['a provider', provider, 'conversations'],
  ['a provider in demo mode', { ...provider, HOMIE_DEMO_MODE: 'true' }, 'conversations'],
  ['a provider and embeddings', { ...provider, ...embeddings }, 'conversations'],
  ['the demo with embeddings', embeddings, 'search'],
  ['a provider that is switched off', { ...provider, AI_PROVIDER: 'demo' }, 'nothing'],
])('ACCT-64 what is sent to an AI provider follows its settings: %s', (_, environment, sent) => {
  const { backend } = readSettings('/homie', environment);
  expect(sentToProvider(backend.functionSettings)).toBe(sent);
});
