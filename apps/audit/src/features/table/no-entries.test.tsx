// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { WithAuditApi } from '../../api/audit-api';
import { OPENING } from '../../state/audit-state';
import { NoEntries } from './no-entries';

afterEach(() => vi.unstubAllGlobals());

test('RECORD-04 RECORD-08 a keyword without entries offers the users whom it may mean', async () => {
  const zara = {
    id: crypto.randomUUID(),
    email: 'zara.hassan@example.org',
    display_name: 'Zara Hassan',
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return Response.json(url.pathname === '/rest/v1/rpc/search_users' ? [zara] : true);
  });
  const change = vi.fn<(next: object) => void>();
  render(
    <UiProvider>
      <TestApiProvider>
        <WithAuditApi>
          <NoEntries
            control={{ state: { ...OPENING, q: 'zara' }, change, active: 2, reset: () => {} }}
          />
        </WithAuditApi>
      </TestApiProvider>
    </UiProvider>,
  );
  const meant = await screen.findByText(/Did you mean the user/);
  expect(meant.parentElement?.textContent).toBe(
    'Did you mean the user Zara Hassan (zara.hassan@example.org)?',
  );
  await userEvent.click(screen.getByRole('button', { name: 'What was done to them' }));
  await userEvent.click(screen.getByRole('button', { name: 'What they did' }));
  expect(change.mock.calls).toEqual([
    [{ q: undefined, targetUserId: zara.id }],
    [{ q: undefined, userId: zara.id }],
  ]);
});
