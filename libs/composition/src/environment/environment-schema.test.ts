import { expect, test } from 'vitest';
import { environmentSchema } from './environment-schema';

const settings = {
  productName: 'Second Homie',
  demoMode: true,
  supabaseUrl: '',
  publishableKey: 'key',
  features: { webResearch: true },
};

test('an environment without release settings allows only its own origin', () => {
  expect(environmentSchema.parse(settings)).toEqual({
    ...settings,
    sentToProvider: 'conversations',
    sendsMails: true,
    demo: [],
    providers: [],
    secondFactor: 'optional',
    passkeys: false,
    magicLink: false,
    passwordMinLength: 6,
    localCopies: 'memory',
    offlineStart: false,
    contact: null,
    environment: 'local',
    environments: [],
    remoteOrigins: [],
    requireIntegrity: false,
    overrides: null,
    signUp: { open: true, domains: [] },
  });
});
