// @vitest-environment jsdom
import { ApiError, getQueryClient, messageKeys } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useRetainedViews } from './use-retained-views';

const ids = Array.from(
  { length: 12 },
  (_, index) => `00000000-0000-4000-8000-${100_000_000_000 + index}`,
);
const [first = '', second = '', third = ''] = ids;
function provideApi({ children }: { children: ReactNode }) {
  return <TestApiProvider>{children}</TestApiProvider>;
}

/** Stores the messages of conversations in the memory of the page, one after the other. */
function load(...loaded: string[]) {
  act(() => {
    for (const [index, id] of loaded.entries())
      getQueryClient().setQueryData(messageKeys.list(id), { rows: [] }, { updatedAt: index + 1 });
  });
}

function show(conversationId: string) {
  return renderHook(({ id }) => useRetainedViews(id), {
    initialProps: { id: conversationId },
    wrapper: provideApi,
  });
}

beforeEach(() => {
  getQueryClient().clear();
});

test('INSTANT-30 a conversation that was shown stays rendered; one that was left before it loaded does not', () => {
  load(first);
  const { result, rerender } = show(first);
  rerender({ id: second });
  expect(result.current).toEqual([first, second]);
  rerender({ id: third });
  expect(result.current).toEqual([first, third]);
});

test('INSTANT-37 at most eight conversations stay rendered: those that were shown last', () => {
  load(...ids);
  const { result, rerender } = show(first);
  for (const id of [...ids.slice(1, 8), first, ...ids.slice(8, 10)]) rerender({ id });
  expect(result.current).toEqual([first, ...ids.slice(3, 10)]);
});

test('INSTANT-61 conversations that are loaded are rendered while the page is idle, the latest first, up to eight', async () => {
  const { result, rerender } = show(first);
  load(...ids);
  await waitFor(() => expect(result.current).toEqual([first, ...ids.slice(5)]));
  rerender({ id: second });
  expect(result.current).toEqual([first, second, ...ids.slice(6)]);
});

for (const [loss, lose] of [
  [
    'its messages are removed from memory, after a deletion or a revocation',
    () => getQueryClient().removeQueries({ queryKey: messageKeys.list(first) }),
  ],
  [
    'its copy has expired',
    () => void getQueryClient().resetQueries({ queryKey: messageKeys.list(first) }),
  ],
  [
    'the server no longer finds it',
    () =>
      void getQueryClient()
        .fetchQuery({
          queryKey: messageKeys.list(first),
          queryFn: () => Promise.reject(new ApiError('not_found', 'Conversation not found', 404)),
          retry: false,
          staleTime: 0,
        })
        .catch(() => undefined),
  ],
] as const)
  test(`INSTANT-32 a conversation is no longer rendered when ${loss}`, async () => {
    load(first, second);
    const { result, rerender } = show(first);
    rerender({ id: second });
    expect(result.current).toEqual([first, second]);
    act(lose);
    await waitFor(() => expect(result.current).toEqual([second]));
  });
