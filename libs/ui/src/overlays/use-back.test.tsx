// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Button, ConfirmDialog, Dialog, listenForBack, Menu, UiProvider } from '../index.ts';

listenForBack();

/** Back and Forward as the router receives them. */
const routed = vi.fn<() => void>();

beforeEach(() => {
  routed.mockClear();
  window.addEventListener('popstate', routed);
});
afterEach(() => window.removeEventListener('popstate', routed));

function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <UiProvider>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Menu
        label="Account"
        trigger={<Button>Account</Button>}
        items={[{ id: 'settings', label: 'Settings' }]}
      />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Rename">
        <Button onClick={() => setAsking(true)}>Delete</Button>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        title="Delete?"
        body="It cannot be undone."
        confirmLabel="Yes"
        onConfirm={() => {}}
        onCancel={() => setAsking(false)}
      />
    </UiProvider>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isGone = (role: string) => vi.waitFor(() => expect(screen.queryByRole(role)).toBeNull());

test('Back closes the topmost dialog, and the page stays', async () => {
  history.replaceState({ idx: 2 }, '', '/list');
  history.pushState({ idx: 3 }, '', '/app');
  render(<Screen />);
  await press('Open');
  await press('Delete');

  history.back();
  await isGone('alertdialog');
  expect(screen.getByRole('dialog')).toBeTruthy();
  history.back();
  await isGone('dialog');
  expect(location.pathname).toBe('/app');
  expect(routed).not.toHaveBeenCalled();

  history.back();
  await vi.waitFor(() => expect(routed).toHaveBeenCalledOnce());
  expect(location.pathname).toBe('/list');
});

test('Forward closes a dialog, too, and the page stays', async () => {
  history.replaceState({ idx: 3 }, '', '/app');
  history.pushState({ idx: 4 }, '', '/list');
  history.back();
  await vi.waitFor(() => expect(location.pathname).toBe('/app'));
  render(<Screen />);
  await press('Open');
  routed.mockClear();

  history.forward();
  await isGone('dialog');
  expect(location.pathname).toBe('/app');
  expect(routed).not.toHaveBeenCalled();

  history.forward();
  await vi.waitFor(() => expect(location.pathname).toBe('/list'));
  expect(routed).toHaveBeenCalledOnce();
});

test('Back closes a menu', async () => {
  history.pushState({ idx: 3 }, '', '/app');
  render(<Screen />);
  await press('Account');
  history.back();
  await isGone('menu');
  expect(location.pathname).toBe('/app');
});

test('Back closes a dialog even in the first history entry, once for each time it opens', async () => {
  history.pushState({ idx: 0, key: 'first' }, '', '/app');
  render(<Screen />);
  await press('Open');
  history.back();
  await isGone('dialog');
  await press('Open');
  history.back();
  await isGone('dialog');
  expect(location.pathname).toBe('/app');
  expect(history.state).toEqual({ idx: 1, key: 'first' });
});

test('Back navigates if the URL opened the dialog', async () => {
  history.pushState({ idx: 3 }, '', '/people');
  history.pushState({ idx: 4, usr: { dialog: true } }, '', '/people?open=ava');
  render(<Screen />);
  await press('Open');
  history.back();
  await vi.waitFor(() => expect(routed).toHaveBeenCalledOnce());
  expect(location.search).toBe('');
  expect(screen.getByRole('dialog')).toBeTruthy();
});

function Nested({ mode }: { mode: 'visible' | 'hidden' }) {
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(true);
  return (
    <UiProvider>
      <Activity mode={mode}>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title="Access">
          <Button onClick={() => setAsking(true)}>Remove</Button>
          <Dialog open={isAsking} title="Remove access" onClose={() => setAsking(false)}>
            <input aria-label="Reason" />
          </Dialog>
        </Dialog>
      </Activity>
    </UiProvider>
  );
}

test('ACCT-86 a dialog inside another one is on top again once their hidden screen is shown', async () => {
  history.replaceState({ idx: 2 }, '', '/list');
  history.pushState({ idx: 3 }, '', '/app');
  const { container, rerender } = render(<Nested mode="visible" />);
  await press('Remove');
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Left the team');
  rerender(<Nested mode="hidden" />);
  expect(document.querySelector('[inert]')).toBeNull();
  expect(document.body.style.overflow).toBe('');
  rerender(<Nested mode="visible" />);

  const reason = screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
  expect(reason.value).toBe('Left the team');
  expect(reason.closest('[inert]')).toBeNull();
  history.back();
  await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Access' }).closest('[inert]')).toBeNull();
  expect(container.closest('[inert]')).not.toBeNull();
  expect(document.body.style.overflow).toBe('hidden');
  history.back();
  await isGone('dialog');
  expect(document.querySelector('[inert]')).toBeNull();
  expect(document.body.style.overflow).toBe('');
});
