// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TypedConfirmDialog } from '../index.ts';

test('the action is disabled until the name is typed', async () => {
  const onConfirm = vi.fn<() => void>();
  render(
    <UiProvider>
      <TypedConfirmDialog
        open
        title="Delete assistant"
        body="This cannot be undone."
        name="Shift notes"
        confirmLabel="Delete"
        onConfirm={onConfirm}
        onCancel={vi.fn<() => void>()}
      />
    </UiProvider>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
  const field = screen.getByLabelText('Type Shift notes to confirm');
  expect(document.activeElement).toBe(field);
  await user.keyboard('Shift note{Enter}');
  expect(button.disabled).toBe(true);
  expect(onConfirm).not.toHaveBeenCalled();
  await user.keyboard('s{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
});
