import { describe, expect, test, vi } from 'vitest';
import { authenticate, type VerifySession } from './authenticate.ts';

/** Authenticates a call on a host that verifies sessions itself, and returns the caller and the requested paths. */
async function call(token: string, verifySession: VerifySession) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json('active'));
  const request = new Request('https://homie.example/functions/v1/conversations', {
    headers: { Authorization: `Bearer ${token}` },
  });
  const service = { supabaseUrl: 'https://homie.example', anonKey: 'key', fetch, verifySession };
  const result = authenticate(request, service);
  const outcome = await result.catch((error: unknown) => error);
  return { outcome, paths: fetch.mock.calls.map(([input]) => new URL(String(input)).pathname) };
}

describe('authentication on a host that verifies sessions itself', () => {
  test('requests only the state of the account', async () => {
    expect(await call('live', async () => 'id')).toEqual({
      outcome: { id: 'id', token: 'live' },
      paths: ['/rest/v1/rpc/own_state'],
    });
  });

  test('refuses a token without a live session, and queries nothing for it', async () => {
    expect(await call('ended', async () => undefined)).toMatchObject({
      outcome: { code: 'not_authenticated' },
      paths: [],
    });
  });

  test('is unavailable while sessions cannot be verified', async () => {
    const fail = async () => {
      throw new Error('no database');
    };
    expect(await call('unknown', fail)).toMatchObject({
      outcome: { code: 'unavailable' },
      paths: [],
    });
  });
});
