// @vitest-environment jsdom
import type { MailHealth } from '@homie/api-client';
import { UiProvider } from '@homie/ui';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MailSection } from './mail-section';

const show = (mails: MailHealth | null) =>
  render(
    <UiProvider>
      <MailSection mails={mails} />
    </UiProvider>,
  );

const since = '2026-11-29T10:00:00Z';
const quiet = { waiting: 0, failed: 0, oldest: null, accounts: [] };

test('MAIL-14 the health page says that no email waits', () => {
  show(quiet);
  expect(screen.getByRole('region', { name: 'Email' }).textContent).toContain(
    'No emails are waiting.',
  );
});

test('MAIL-14 the health page shows the emails that wait or were given up, and for whom', () => {
  const accounts = [
    { email: 'nia@example.org', since, is_failed: true },
    { email: 'tom@example.org', since, is_failed: false },
  ];
  show({ waiting: 2, failed: 1, oldest: since, accounts });
  const { textContent } = screen.getByRole('region', { name: 'Email' });
  expect(textContent).toContain('2 emails are waiting for the mail server, the oldest since');
  expect(textContent).toContain("1 email couldn't be delivered within a day.");
  expect(textContent).not.toContain('No emails');
  const rows = within(screen.getByRole('list', { name: 'Recipients' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^nia@example\.org.*Not delivered/),
    expect.stringMatching(/^tom@example\.org.*Waiting/),
  ]);
});

test('MAIL-14 nothing is shown where another service delivers emails', () => {
  const { container } = show(null);
  expect(container.textContent).toBe('');
});
