import { describe, expect, test } from 'vitest';
import { readProviderSettings } from './provider-settings.ts';

describe('readProviderSettings', () => {
  test('uses the demo by default, and with AI_PROVIDER=demo regardless of other settings', () => {
    expect(readProviderSettings({})).toEqual({ kind: 'demo' });
    expect(readProviderSettings({ AI_API_KEY: ' ', AI_BASE_URL: '' })).toEqual({ kind: 'demo' });
    expect(readProviderSettings({ AI_MODEL: 'model-1' })).toEqual({ kind: 'demo' });
    expect(readProviderSettings({ AI_PROVIDER: 'demo', AI_API_KEY: 'sk-1' })).toEqual({
      kind: 'demo',
    });
  });

  test('uses the Responses API if only a key or a base URL is set', () => {
    expect(readProviderSettings({ AI_API_KEY: ' sk-1\n' })).toEqual({
      kind: 'responses',
      apiKey: 'sk-1',
    });
    expect(readProviderSettings({ AI_BASE_URL: 'http://localhost:11434/v1/' })).toEqual({
      kind: 'responses',
      baseUrl: 'http://localhost:11434/v1',
    });
  });

  test('reads all settings', () => {
    expect(
      readProviderSettings({
        AI_PROVIDER: 'Chat',
        AI_BASE_URL: 'https://ai.example.org/v1',
        AI_API_KEY: 'key',
        AI_MODEL: 'model-1',
        AI_WEB_SEARCH: 'false',
      }),
    ).toEqual({
      kind: 'chat',
      baseUrl: 'https://ai.example.org/v1',
      apiKey: 'key',
      model: 'model-1',
      webSearch: false,
    });
  });

  test.each([
    [{ AI_PROVIDER: 'openai' }, 'Set AI_PROVIDER to responses, chat or demo.'],
    [{ AI_PROVIDER: 'chat' }, 'AI_PROVIDER is chat: set AI_API_KEY'],
    [{ AI_API_KEY: 'sk-hidden # mine' }, 'Set AI_API_KEY'],
    [{ AI_API_KEY: '“sk-hidden”' }, 'Set AI_API_KEY'],
    [{ AI_BASE_URL: 'hidden.example.org/v1' }, 'Set AI_BASE_URL'],
    [{ AI_BASE_URL: 'ftp://hidden.example.org' }, 'Set AI_BASE_URL'],
    [{ AI_BASE_URL: 'https://me:hidden@example.org/v1' }, 'Set AI_BASE_URL'],
    [{ AI_BASE_URL: 'https://example.org/v1?key=hidden' }, 'Set AI_BASE_URL'],
    [{ AI_API_KEY: 'sk-1', AI_WEB_SEARCH: 'hidden' }, 'Set AI_WEB_SEARCH'],
  ])('refuses %o with an error that says what to set, without the value', (variables, message) => {
    expect(() => readProviderSettings(variables)).toThrow(message);
    expect(() => readProviderSettings(variables)).not.toThrow(/hidden/);
  });
});
