import { environmentSchema, type Environment } from '../environment/environment-schema.ts';

/** Returns the environment of a component test; `settings` replace the defaults. */
export function testEnvironment(settings: object = {}): Environment {
  return environmentSchema.parse({
    productName: 'Second Homie',
    demoMode: false,
    supabaseUrl: '',
    publishableKey: 'key',
    features: { webResearch: false },
    ...settings,
  });
}
