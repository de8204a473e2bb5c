// @vitest-environment jsdom
import { replyNotifications } from '@homie/composition';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import NotificationsScreen from './notifications-screen';

afterEach(() => {
  vi.unstubAllGlobals();
  replyNotifications.setState(false);
});

/** Replaces the interface, which jsdom lacks, by one whose user answers the question for permission. */
function stubNotifications(permission: NotificationPermission, construct = () => {}) {
  const shown: string[] = [];
  class Notification {
    static permission = permission;
    static requestPermission = async () => permission;
    constructor(title: string) {
      construct();
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Notification);
  return shown;
}

async function press() {
  render(
    <UiProvider>
      <NotificationsScreen />
    </UiProvider>,
  );
  const control = screen.getByRole<HTMLInputElement>('switch', { name: /reply is finished/ });
  await userEvent.setup().click(control);
  return control;
}

test('ACCT-58 notifications are off until the user switches them on, which shows the first one', async () => {
  const shown = stubNotifications('granted');
  expect(replyNotifications.getState()).toBe(false);
  const control = await press();
  expect(control.checked).toBe(true);
  expect(replyNotifications.getState()).toBe(true);
  expect(shown).toEqual(['Notifications are on']);
  await userEvent.setup().click(control);
  expect(replyNotifications.getState()).toBe(false);
  expect(shown).toHaveLength(1);
});

test('ACCT-58 a browser that blocks notifications leaves them off and says what to do', async () => {
  stubNotifications('denied');
  const control = await press();
  expect(control.checked).toBe(false);
  expect(screen.getByRole('alert').textContent).toContain('Allow them for this site');
  expect(replyNotifications.getState()).toBe(false);
});

test('ACCT-58 a browser that cannot show notifications leaves them off and says so', async () => {
  stubNotifications('granted', () => {
    throw new TypeError('Illegal constructor');
  });
  expect((await press()).checked).toBe(false);
  expect(screen.getByRole('alert').textContent).toContain('cannot show notifications');
});

test('ACCT-58 notifications that were blocked later are shown as off, with the reason', () => {
  replyNotifications.setState(true);
  stubNotifications('denied');
  render(
    <UiProvider>
      <NotificationsScreen />
    </UiProvider>,
  );
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  expect(screen.getByRole('alert').textContent).toContain('blocks notifications');
});
