// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth } from '@homie/auth';
import { timeZone } from '@homie/composition';
import { Toaster, UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TimeZoneSection } from './time-zone-section';

afterEach(() => {
  timeZone.setState(undefined);
  vi.unstubAllGlobals();
});

function renderSection(answer: () => Response) {
  const sent = vi.fn<(body: unknown) => void>();
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent(body);
    return answer();
  });
  const refreshSession = vi.fn<() => Promise<object>>(async () => ({ data: {}, error: null }));
  const auth = {
    call: async (action: (service: object) => Promise<object>) => ({
      ok: true,
      ...(await action({ refreshSession })),
    }),
  } as unknown as Auth;
  render(
    <UiProvider>
      <Toaster />
      <AuthProvider value={auth}>
        <TestApiProvider>
          <TimeZoneSection />
        </TestApiProvider>
      </AuthProvider>
    </UiProvider>,
  );
  return { sent, refreshSession, box: screen.getByRole('combobox', { name: 'Time zone' }) };
}

test('ACCT-54 a time zone is found by its words, stored, and in the renewed session', async () => {
  const { sent, refreshSession, box } = renderSection(() => new Response(null, { status: 204 }));
  fireEvent.click(box);
  fireEvent.change(box, { target: { value: 'port-au pr' } });
  expect(await screen.findByText('No time zone found', { selector: 'output' })).toBeDefined();
  fireEvent.change(box, { target: { value: 'los angeles' } });
  const option = await screen.findByRole('option', { name: 'America/Los Angeles' });
  fireEvent.click(option);
  await vi.waitFor(() => expect(refreshSession).toHaveBeenCalledOnce());
  expect(sent.mock.calls).toEqual([['{"time_zone":"America/Los_Angeles"}']]);
  expect(await screen.findByText('Time zone saved')).toBeDefined();
});

test('ACCT-54 "Same as this device" removes the time zone', async () => {
  timeZone.setState('Asia/Tokyo');
  const { sent, box } = renderSection(() => new Response(null, { status: 204 }));
  expect(box).toHaveProperty('value', 'Asia/Tokyo');
  fireEvent.click(box);
  fireEvent.click(await screen.findByRole('option', { name: 'Same as this device' }));
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([['{"time_zone":null}']]));
});

test('ACCT-54 a refusal of the database is shown', async () => {
  const message = 'Choose a time zone from the list.';
  const { refreshSession, box } = renderSection(() => Response.json({ message }, { status: 400 }));
  fireEvent.click(box);
  fireEvent.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(refreshSession).not.toHaveBeenCalled();
});
