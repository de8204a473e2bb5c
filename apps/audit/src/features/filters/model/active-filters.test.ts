import { expect, test } from 'vitest';
import { OPENING } from '../../../state/audit-state';
import { activeFilters } from './active-filters';

const names = {
  nameOf: (_field: string, id: string) => (id === 'u1' ? 'ada@example.org' : undefined),
  formatAction: (action: string) => action.replaceAll('_', ' '),
};

test('each active filter is listed and can be removed on its own', () => {
  const not = { userId: 'u1', actions: ['login', 'run_failed'] };
  const state = {
    ...OPENING,
    userId: 'u1',
    targetUserId: 'u1',
    assistantId: 'a1',
    q: 'openai',
    not,
  };
  const filters = activeFilters(state, names);
  expect(filters.map(({ text }) => text)).toEqual([
    'Last 14 days',
    'user: ada@example.org',
    'affected user: ada@example.org',
    'assistant: a1',
    'keyword: openai',
    'not user: ada@example.org',
    'not action: login',
    'not action: run failed',
  ]);
  expect(filters[0]?.without).toEqual({ dates: {} });
  expect(filters[1]?.without).toEqual({ userId: undefined });
  expect(filters[5]?.without).toEqual({ not: { ...not, userId: undefined } });
  expect(filters[6]?.without).toEqual({ not: { ...not, actions: ['run_failed'] } });
  expect(activeFilters({ ...OPENING, dates: {} }, names)).toEqual([]);
});
