import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const variables = {
  SUPABASE_URL: 'https://x.example.org',
  SUPABASE_ANON_KEY: 'sb_publishable_1',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_1',
};

test('PROV-09 the settings are read from variables', () => {
  expect(
    readEnvironment({
      ...variables,
      ALLOWED_ORIGINS: 'https://a.org, https://b.org',
      DEMO_DELAY_MS: '0',
      SENDS_PER_MINUTE: '5',
      UPLOADS_PER_MINUTE: '6',
      DAILY_REPLIES: '100, admin:none',
      REPLY_DEADLINE_SECONDS: '140',
      AI_FIRST_WORD_SECONDS: '240',
      AI_REGION: 'australiaeast',
      HOMIE_PRICES: '{"currency": "AUD", "models": {}}',
      WEB_RESEARCH: 'true',
      ORG_WEB_DOMAINS: 'ndis.gov.au, Example.org',
    }),
  ).toEqual({
    supabaseUrl: 'https://x.example.org',
    anonKey: 'sb_publishable_1',
    serviceRoleKey: 'sb_secret_1',
    allowedOrigins: ['https://a.org', 'https://b.org'],
    ai: { kind: 'demo' },
    aiPlace: { region: 'australiaeast' },
    demoDelayMs: 0,
    sendsPerMinute: 5,
    uploadsPerMinute: 6,
    dailyReplies: { default: 100, admin: null },
    replyDeadlineSeconds: 140,
    firstWordSeconds: 240,
    prices: { currency: 'AUD', models: {} },
    webResearch: true,
    orgDomains: ['ndis.gov.au', 'example.org'],
  });
  expect(readEnvironment(variables)).toMatchObject({ allowedOrigins: [] });
  expect(readEnvironment({ ...variables, AI_API_KEY: 'sk-1', AI_MODEL: 'm-1' })).toMatchObject({
    ai: { kind: 'responses', apiKey: 'sk-1', model: 'm-1' },
  });
});

test('a missing or invalid variable is named in the error', () => {
  expect(() => readEnvironment({ ...variables, SUPABASE_ANON_KEY: '' })).toThrow(
    'SUPABASE_ANON_KEY',
  );
  expect(() => readEnvironment({ ...variables, DEMO_DELAY_MS: 'fast' })).toThrow('DEMO_DELAY_MS');
  expect(() => readEnvironment({ ...variables, HOMIE_PRICES: 'free' })).toThrow('HOMIE_PRICES');
  expect(() => readEnvironment({ ...variables, AI_PROVIDER: 'magic' })).toThrow('AI_PROVIDER');
  expect(() => readEnvironment({ ...variables, WEB_RESEARCH: 'yes' })).toThrow('WEB_RESEARCH');
  for (const domain of ['https://example.org', 'org', '127.0.0.1', 'a.org, -', 'example.org/a']) {
    expect(() => readEnvironment({ ...variables, ORG_WEB_DOMAINS: domain })).toThrow(
      'Set ORG_WEB_DOMAINS to domains separated by commas, like example.org',
    );
  }
  for (const seconds of ['9', '3601', '1.5', 'long']) {
    expect(() => readEnvironment({ ...variables, REPLY_DEADLINE_SECONDS: seconds })).toThrow(
      'REPLY_DEADLINE_SECONDS',
    );
  }
  for (const seconds of ['9', '301', 'long']) {
    expect(() => readEnvironment({ ...variables, AI_FIRST_WORD_SECONDS: seconds })).toThrow(
      'Set AI_FIRST_WORD_SECONDS to a whole number between 10 and 300.',
    );
  }
  for (const limits of ['0', 'many', '5, 6', 'nurse:5', 'admin:', '5;admin:6']) {
    expect(() => readEnvironment({ ...variables, DAILY_REPLIES: limits })).toThrow('DAILY_REPLIES');
  }
});
