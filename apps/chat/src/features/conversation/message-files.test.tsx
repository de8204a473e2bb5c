// @vitest-environment jsdom
import { TestApiProvider } from '@homie/api-client/testing';
import type { Attachment } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { MessageFiles } from './message-files';

const file: Attachment = {
  name: 'care-plan.pdf',
  size: 2048,
  mime: 'application/pdf',
  sha256: 'a'.repeat(64),
  openaiFileId: null,
  supabasePath: 'u1/c1/care-plan.pdf',
};

afterEach(() => vi.unstubAllGlobals());

function show(stored: boolean) {
  const request = vi.fn<typeof fetch>(async () => Response.json({ ok: false }, { status: 500 }));
  vi.stubGlobal('fetch', request);
  render(
    <UiProvider>
      <TestApiProvider>
        <MessageFiles conversationId="c1" files={[file]} stored={stored} />
      </TestApiProvider>
    </UiProvider>,
  );
  return request;
}

test('OUT-27 a file of a sent message is a button with a border; a press opens its preview, from which it is downloaded', async () => {
  const request = show(true);
  const button = screen.getByRole('button', { name: /^Open care-plan\.pdf/ });
  const style = getComputedStyle(button);
  expect([style.cursor, style.borderWidth]).toEqual(['pointer', '1px']);
  await userEvent.click(button);
  await screen.findByRole('dialog', { name: 'care-plan.pdf' });
  await waitFor(() => expect(request).toHaveBeenCalledOnce());
  expect(String(request.mock.calls[0]?.[1]?.body)).toContain('/preview');
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  expect(String(request.mock.calls[1]?.[1]?.body)).toContain('care-plan.pdf');
});

test('a file of an unsent message is not a button', () => {
  show(false);
  expect(screen.getByText('care-plan.pdf')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
