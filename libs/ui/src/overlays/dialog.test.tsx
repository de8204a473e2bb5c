// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button, ConfirmDialog, Dialog, Input, UiProvider } from '../index.ts';

function Rename() {
  const [open, setOpen] = useState(false);
  return (
    <UiProvider>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rename conversation"
        description="Only you see this name."
        footer={<Button>Save</Button>}
      >
        <Input aria-label="Title" defaultValue="Plan" />
      </Dialog>
    </UiProvider>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

async function openRename() {
  const user = userEvent.setup();
  const { container } = render(<Rename />);
  const trigger = button('Rename');
  await user.click(trigger);
  return { user, container, trigger };
}

test('the focus moves to the first field, stays inside, and returns to its previous element', async () => {
  const { user, trigger } = await openRename();
  const title = screen.getByLabelText('Title');
  expect(document.activeElement).toBe(title);
  await user.tab();
  expect(document.activeElement).toBe(button('Save'));
  await user.tab();
  expect(document.activeElement).toBe(button('Close'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(button('Save'));

  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('the focus skips the hidden input of a button that chooses files', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  render(
    <UiProvider>
      <Dialog open onClose={onClose} title="Import">
        <input type="file" hidden aria-label="File" />
        <Input aria-label="Table" />
      </Dialog>
    </UiProvider>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Table'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape still closes after the pressed button was removed from the dialog', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  function Once() {
    const [isDone, setIsDone] = useState(false);
    return (
      <UiProvider>
        <Dialog open onClose={onClose} title="Access">
          {!isDone && <Button onClick={() => setIsDone(true)}>Grant access</Button>}
        </Dialog>
      </UiProvider>
    );
  }
  render(<Once />);
  await user.click(button('Grant access'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('the focus moves to a nearby element if its previous element was removed', async () => {
  const user = userEvent.setup();
  function Rows() {
    const [rows, setRows] = useState(['Plan', 'Tap']);
    const [open, setOpen] = useState<string>();
    return (
      <UiProvider>
        <Button>Skip</Button>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <Button onClick={() => setOpen(row)}>{row}</Button>
            </li>
          ))}
        </ul>
        <Dialog open={open !== undefined} onClose={() => setOpen(undefined)} title="Sure?">
          <Button
            onClick={() => {
              setRows(rows.filter((row) => row !== open));
              setOpen(undefined);
            }}
          >
            Delete
          </Button>
        </Dialog>
      </UiProvider>
    );
  }
  render(<Rows />);
  await user.click(button('Tap'));
  await user.click(button('Delete'));
  expect(screen.queryByRole('button', { name: 'Tap' })).toBeNull();
  expect(document.activeElement).toBe(button('Plan'));
});

test('ACCT-74 the focus moves to the heading of its section if no control is left there', async () => {
  const user = userEvent.setup();
  function Sessions() {
    const [hasOthers, setHasOthers] = useState(true);
    const [open, setOpen] = useState(false);
    return (
      <UiProvider>
        <Button>Profile</Button>
        <section>
          <h2 tabIndex={-1}>Sessions</h2>
          {hasOthers && <Button onClick={() => setOpen(true)}>End all others</Button>}
        </section>
        <Dialog open={open} onClose={() => setOpen(false)} title="Sure?">
          <Button
            onClick={() => {
              setHasOthers(false);
              setOpen(false);
            }}
          >
            End sessions
          </Button>
        </Dialog>
      </UiProvider>
    );
  }
  render(<Sessions />);
  await user.click(button('End all others'));
  await user.click(button('End sessions'));
  const heading = screen.getByRole('heading', { name: 'Sessions' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('it has a name and a description, and the page behind is inert while it is open', async () => {
  const { user, container } = await openRename();
  const dialog = screen.getByRole('dialog', { name: 'Rename conversation' });
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Only you see this name.');
  expect(container.hasAttribute('inert')).toBe(true);
  await user.click(button('Close'));
  expect(container.hasAttribute('inert')).toBe(false);
});

test('a press outside closes it, a drag that started inside does not', async () => {
  const { user } = await openRename();
  const layer = screen.getByRole('dialog').parentElement;
  if (!layer) throw new Error('The dialog has no layer.');
  await user.pointer([
    { keys: '[MouseLeft>]', target: screen.getByLabelText('Title') },
    { keys: '[/MouseLeft]', target: layer },
  ]);
  expect(screen.getByRole('dialog')).toBeTruthy();
  await user.click(layer);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a confirmation focuses Cancel and cannot be closed while it is busy', async () => {
  const user = userEvent.setup();
  const onCancel = vi.fn<() => void>();
  const onConfirm = vi.fn<() => void>();
  const dialog = (busy: boolean) => (
    <UiProvider>
      <ConfirmDialog
        open
        title="Delete conversation"
        body="This cannot be undone."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={busy}
        destructive
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    </UiProvider>
  );
  const { rerender } = render(dialog(false));
  expect(screen.getByRole('alertdialog', { name: 'Delete conversation' })).toBeTruthy();
  expect(document.activeElement).toBe(button('Cancel'));
  await user.tab();
  await user.keyboard('{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();

  rerender(dialog(true));
  expect(button('Deleting...').getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  expect(onCancel).not.toHaveBeenCalled();
  rerender(dialog(false));
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

test('stacked dialogs close one at a time, and the focus returns step by step', async () => {
  const user = userEvent.setup();
  function Stacked() {
    const [depth, setDepth] = useState(0);
    return (
      <UiProvider>
        <Button onClick={() => setDepth(1)}>Edit</Button>
        <Dialog open={depth > 0} onClose={() => setDepth(0)} title="Edit assistant">
          <Button onClick={() => setDepth(2)}>Delete</Button>
          <ConfirmDialog
            open={depth > 1}
            title="Delete assistant"
            body="This cannot be undone."
            confirmLabel="Delete it"
            onConfirm={() => setDepth(0)}
            onCancel={() => setDepth(1)}
          />
        </Dialog>
      </UiProvider>
    );
  }
  render(<Stacked />);
  await user.click(button('Edit'));
  await user.click(button('Delete'));
  const below = screen.getByRole('dialog').parentElement;
  expect(below?.hasAttribute('inert')).toBe(true);
  await user.tab();
  expect(document.activeElement).toBe(button('Delete it'));
  await user.keyboard('{Escape}');
  expect(below?.hasAttribute('inert')).toBe(false);
  expect(document.activeElement).toBe(button('Delete'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Edit'));
});

test('a double press confirms once, and a failed action can be confirmed again', async () => {
  const onConfirm = vi.fn<() => void>();
  const dialog = (busy: boolean) => (
    <UiProvider>
      <ConfirmDialog
        open
        title="Delete"
        body="Gone for good."
        confirmLabel="Delete"
        busy={busy}
        onConfirm={onConfirm}
        onCancel={() => {}}
      />
    </UiProvider>
  );
  const { rerender } = render(dialog(false));
  await userEvent.dblClick(button('Delete'));
  expect(onConfirm).toHaveBeenCalledOnce();
  rerender(dialog(true));
  rerender(dialog(false));
  await userEvent.click(button('Delete'));
  expect(onConfirm).toHaveBeenCalledTimes(2);
});
