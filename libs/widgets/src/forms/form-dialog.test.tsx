// @vitest-environment jsdom
import { listenBeforeRouter } from '@homie/composition';
import { TextField, UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FormDialog, type FormDialogActions } from '../index.ts';

const schema = z.object({ name: z.string().check(z.minLength(2, 'Too short')) });
type Submit = (
  values: { name: string },
  actions: FormDialogActions<{ name: string }>,
) => Promise<void>;

function show(onSubmit: Submit = () => Promise.resolve()) {
  const onClose = vi.fn<() => void>();
  render(
    <UiProvider>
      <FormDialog
        title="Edit"
        schema={schema}
        defaultValues={{ name: 'Ava' }}
        labels={{ name: 'Name' }}
        submitLabel="Save"
        busyLabel="Saving..."
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <TextField<{ name: string }> name="name" label="Name" />
      </FormDialog>
    </UiProvider>,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, field, press, onClose };
}

test('without changes it closes at once, with changes only after a confirmation', async () => {
  const { user, field, press, onClose } = show();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();

  await user.type(field, ' N');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await user.keyboard('{Escape}');
  await press('Keep editing');
  expect(onClose).toHaveBeenCalledOnce();
  expect(field.value).toBe('Ava N');
  await press('Cancel');
  await press('Discard');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('Back with changes returns to them, and leaves only after a confirmation', async () => {
  history.replaceState({ idx: 3 }, '', '/people');
  history.pushState({ idx: 4, usr: { dialog: true } }, '', '/people?open=ava');
  listenBeforeRouter();
  const seen = vi.fn<() => void>();
  window.addEventListener('popstate', seen);
  onTestFinished(() => window.removeEventListener('popstate', seen));
  const { user, field, press, onClose } = show();
  await user.type(field, ' N');

  history.back();
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(location.search).toBe('?open=ava');
  await press('Keep editing');
  expect(field.value).toBe('Ava N');
  expect(seen).not.toHaveBeenCalled();

  history.back();
  await screen.findByRole('alertdialog');
  await press('Discard');
  await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce());
  expect(location.search).toBe('');
  expect(onClose).not.toHaveBeenCalled();
});

test('restoring the original text is not a change', async () => {
  const { user, field, onClose } = show();
  await user.type(field, 'x{Backspace}');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test("the server's message is shown at its field and the input is kept", async () => {
  const { user, field, press, onClose } = show((_values, { setFieldError }) => {
    setFieldError('name', 'Name is taken');
    return Promise.resolve();
  });
  await user.type(field, ' N');
  await press('Save');
  expect(await screen.findByText('Name is taken')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Ava N');
  expect(onClose).not.toHaveBeenCalled();
});

function showConflict() {
  const onSubmit = vi.fn<Submit>();
  onSubmit.mockImplementationOnce((_values, { showConflict }) => {
    showConflict({ name: 'Ava P' }, 'Grace Lee');
    return Promise.resolve();
  });
  return { onSubmit, ...show(onSubmit) };
}

test("after a concurrent save it shows the differences, and 'Keep mine' submits it again", async () => {
  const { user, field, press, onSubmit } = showConflict();
  await user.type(field, ' N');
  await press('Save');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Grace Lee changed this while you were editing');
  expect(notice.textContent).toContain('NameAva NAva P');
  await press('Keep mine');
  expect(onSubmit).toHaveBeenCalledTimes(2);
  expect(onSubmit.mock.lastCall?.[0]).toEqual({ name: 'Ava N' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test("'Keep theirs' fills the fields, and nothing is unsaved then", async () => {
  const { user, field, press, onClose, onSubmit } = showConflict();
  await user.type(field, ' N');
  await press('Save');
  await press('Keep theirs');
  expect(field.value).toBe('Ava P');
  expect(onSubmit).toHaveBeenCalledOnce();
  await press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});
