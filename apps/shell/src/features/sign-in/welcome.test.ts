import type * as apiClient from '@homie/api-client';
import type { Auth, Session, SessionState } from '@homie/auth';
import { createStore } from '@homie/composition';
import { toast } from '@homie/ui';
import { beforeEach, expect, test, vi } from 'vitest';
import { WELCOME, welcome } from './welcome';

const isFactorMissing = vi.fn<() => Promise<boolean>>();
vi.mock('@homie/api-client', async (load) => {
  const { createQueryClient } = await load<typeof apiClient>();
  return {
    getQueryClient: createQueryClient,
    lazyAccountApi: async () => ({ isFactorMissing }),
  };
});
vi.mock('@homie/ui', () => ({ toast: { success: vi.fn<typeof toast.success>() } }));

beforeEach(() => {
  vi.clearAllMocks();
});

function authOf(aal: string, status?: string): Pick<Auth, 'call' | 'store'> {
  const session = {
    access_token: `header.${btoa(JSON.stringify({ aal }))}.signature`,
    user: { factors: status === undefined ? [] : [{ status }] },
  } as unknown as Session;
  const call: Auth['call'] = vi.fn<Auth['call']>();
  return { call, store: createStore<SessionState>({ status: 'finished', session }) };
}

const api = {} as apiClient.Api;

test.each([
  ['the environment demands no second factor', 'aal1', 'optional', false],
  ['the session has passed the second step', 'aal2', 'all', true],
  ['the environment demands it of others', 'aal1', 'admins', false],
] as const)('ACCT-67 welcomes the user if %s', async (_, aal, secondFactor, isMissing) => {
  isFactorMissing.mockResolvedValue(isMissing);
  await welcome(authOf(aal), api, { secondFactor, passkeys: false });
  expect(toast.success).toHaveBeenCalledExactlyOnceWith(WELCOME);
});

test.each([
  ['a code', 'verified', 'optional', false],
  ['a passkey, or the set-up of a second factor', undefined, 'all', true],
  ['the set-up of an administrator', undefined, 'admins', true],
] as const)('ACCT-67 welcomes no one before %s', async (_, status, secondFactor, isMissing) => {
  isFactorMissing.mockResolvedValue(isMissing);
  await welcome(authOf('aal1', status), api, { secondFactor, passkeys: false });
  expect(toast.success).not.toHaveBeenCalled();
});
