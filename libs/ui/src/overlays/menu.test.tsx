// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button, Dialog, Menu, UiProvider } from '../index.ts';
import { menuPosition } from './menu-position.ts';

function renderMenu() {
  const onSettings = vi.fn<() => void>();
  const onSignOut = vi.fn<() => void>();
  const onNavigate = vi.fn<(href: string) => void>();
  render(
    <UiProvider>
      <Menu
        label="Account"
        trigger={<Button>sam</Button>}
        header={<p>sam@example.org</p>}
        onNavigate={onNavigate}
        items={[
          { id: 'admin', label: 'Admin Panel', href: '/admin' },
          { id: 'settings', label: 'Settings', disabled: true, onSelect: onSettings },
          { id: 'sign-out', label: 'Sign Out', onSelect: onSignOut },
        ]}
      />
      <Button>after</Button>
    </UiProvider>,
  );
  const trigger = screen.getByRole('button', { name: 'sam' });
  return { user: userEvent.setup(), trigger, onSettings, onSignOut, onNavigate };
}

const focused = () => document.activeElement?.textContent;

test('the trigger has its popup role and expanded state; Escape returns the focus', async () => {
  const { user, trigger } = renderMenu();
  expect(trigger.getAttribute('aria-haspopup')).toBe('menu');
  expect(trigger.getAttribute('aria-expanded')).toBe('false');
  await user.click(trigger);
  expect(trigger.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('menu', { name: 'Account' }).id).toBe(
    trigger.getAttribute('aria-controls'),
  );
  expect(screen.getByText('sam@example.org')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('arrows, Home, End and letters move through the items and wrap around', async () => {
  const { user, trigger } = renderMenu();
  trigger.focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Admin Panel');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Sign Out');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Admin Panel');
  await user.keyboard('{End}');
  expect(focused()).toBe('Sign Out');
  await user.keyboard('{Home}');
  expect(focused()).toBe('Admin Panel');
  await user.keyboard('si');
  expect(focused()).toBe('Sign Out');
  await user.keyboard('{Escape}{ArrowUp}');
  expect(focused()).toBe('Sign Out');
});

test('Enter and Space select, a disabled item is focusable but not selectable', async () => {
  const { user, trigger, onSettings, onSignOut } = renderMenu();
  trigger.focus();
  await user.keyboard('{Enter}{ArrowDown}');
  expect(focused()).toBe('Settings');
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter}');
  expect(onSettings).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown} ');
  expect(onSignOut).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('an item with a URL is a link that a router can handle', async () => {
  const { user, trigger, onNavigate } = renderMenu();
  await user.click(trigger);
  const item = screen.getByRole('menuitem', { name: 'Admin Panel' });
  expect(item.getAttribute('href')).toBe('/admin');
  await user.keyboard('{Enter}');
  expect(onNavigate).toHaveBeenCalledExactlyOnceWith('/admin');
});

test('a press elsewhere closes it, Tab moves on after the trigger', async () => {
  const { user, trigger } = renderMenu();
  await user.click(trigger);
  await user.click(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(trigger);
  await user.tab();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(focused()).toBe('after');
});

test('inside a dialog Escape closes the menu first, then the dialog', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  render(
    <UiProvider>
      <Dialog open onClose={onClose} title="Manage Access">
        <Menu
          label="More"
          trigger={<Button>More</Button>}
          items={[{ id: 'revoke', label: 'Revoke', onSelect: () => undefined }]}
        />
      </Dialog>
    </UiProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByRole('dialog').contains(screen.getByRole('menu'))).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('it stays inside the window', () => {
  const menu = { width: 200, height: 120 };
  const trigger = { top: 560, bottom: 600, left: 10, right: 50 };
  const viewport = { width: 390, height: 640 };
  expect(menuPosition(trigger, menu, viewport, 'end')).toEqual({ top: 434, left: 8 });
  const below = { top: 10, bottom: 50, left: 300, right: 380 };
  expect(menuPosition(below, menu, viewport, 'end')).toEqual({ top: 56, left: 180 });
});
