// @vitest-environment jsdom
import { BrowserRouter } from '@homie/composition';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useSelection } from './use-selection';

const wrapper = ({ children }: { children: ReactNode }) => (
  <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
);

test('the function that selects a conversation is the same after a navigation', () => {
  const { result } = renderHook(useSelection, { wrapper });
  const { select } = result.current;
  act(() => select({ id: 'a', assistant_id: 'b' }, { messageId: 'c' }));
  expect(result.current).toEqual({
    conversationId: 'a',
    assistantId: 'b',
    messageId: 'c',
    handoverId: null,
    select,
  });
  act(() => select(null, { replace: true }));
  expect(result.current).toMatchObject({ conversationId: null, assistantId: null });
  expect(window.location.search).toBe('');
  expect(result.current.select).toBe(select);
});
