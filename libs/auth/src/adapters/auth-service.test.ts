// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { connectAuthService } from './auth-service';

test.each([
  ['https://homie.example', 'https://homie.example/auth/v1'],
  ['', `${window.location.origin}/auth/v1`],
])(
  'the client of %j stores and refreshes the session, and does not handle links',
  async (supabaseUrl, url) => {
    const client = await connectAuthService({ supabaseUrl, publishableKey: 'sb_publishable_test' });
    expect(client).toMatchObject({
      url,
      headers: { apikey: 'sb_publishable_test' },
      storageKey: 'sb-homie-auth-token',
      flowType: 'pkce',
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
      experimental: { passkey: true },
    });
    await client.stopAutoRefresh();
  },
);
