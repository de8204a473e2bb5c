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

test('a file of a sent message is a button with a border and a download mark; a press requests the file', async () => {
  const request = show(true);
  const button = screen.getByRole('button', { name: /care-plan\.pdf.*Download$/ });
  const style = getComputedStyle(button);
  expect([style.cursor, style.borderWidth]).toEqual(['pointer', '1px']);
  expect(button.querySelectorAll('svg')).toHaveLength(2);
  await userEvent.click(button);
  await waitFor(() => expect(request).toHaveBeenCalled());
  expect(String(request.mock.calls[0]?.[1]?.body)).toContain('care-plan.pdf');
});

test('a file of an unsent message is not a button', () => {
  show(false);
  expect(screen.getByText('care-plan.pdf')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
