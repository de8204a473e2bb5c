import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, testApi } from '../../testing/scripted-server';
import { getOwnUser } from './get-own-user';

const ID = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';

afterEach(() => {
  vi.unstubAllGlobals();
});

for (const [state, reports] of [
  ['waiting', 1],
  ['active', 0],
] as const)
  test(`PEOPLE-05 a user without a readable record whose account is ${state} is reported ${reports} times`, async () => {
    vi.stubGlobal('fetch', scriptedFetch(Response.json([]), Response.json(state)).fetch);
    const onWaiting = vi.fn<() => void>();
    expect(await getOwnUser({ ...testApi(), onWaiting }, ID)).toBeNull();
    expect(onWaiting).toHaveBeenCalledTimes(reports);
  });
