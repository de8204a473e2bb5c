import { expect, test } from 'vitest';
import { environmentSchema } from './environment-schema';

const settings = {
  productName: 'Second Homie',
  demoMode: true,
  supabaseUrl: '',
  publishableKey: 'key',
  features: { webResearch: true },
};

test('an environment that says nothing of releases allows nothing beyond its own origin', () => {
  expect(environmentSchema.parse(settings)).toEqual({
    ...settings,
    contact: null,
    environment: 'local',
    environments: [],
    remoteOrigins: [],
    requireIntegrity: false,
    overrides: null,
    signUp: { open: true, domains: [] },
  });
});
