// @vitest-environment jsdom
import { List, UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionItem } from './session-item.tsx';

const session = {
  id: '00000000-0000-4000-8000-000000000001',
  created_at: '2026-11-21T03:00:00+00:00',
  last_seen_at: '2026-11-21T03:00:00+00:00',
  user_agent: null,
  ip: '203.0.113.7',
  is_current: true,
};

test.each([
  ['Melbourne, Australia', 'Active now · Melbourne, Australia · 203.0.113.7'],
  [undefined, 'Active now · 203.0.113.7'],
])('ACCT-53 a session shows its place %s before its address', (place, text) => {
  render(
    <UiProvider>
      <List>
        <SessionItem session={session} place={place} onEnd={() => {}} />
      </List>
    </UiProvider>,
  );
  expect(screen.getByRole('listitem').textContent).toContain(text);
});
