// @vitest-environment jsdom
import { UiProvider, Toaster } from '@homie/ui';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AddFactor } from './add-factor';

vi.mock('@homie/auth', () => ({ useAuth: () => ({}) }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const factor = {
  id: 'f1',
  secret: 'ABCDEFGHJKLM',
  uri: 'otpauth://totp/Second%20Homie:wes?secret=ABCDEFGHJKLM',
};

function show(isTouchOnly: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isTouchOnly && /pointer|hover/.test(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  render(
    <UiProvider>
      <AddFactor factor={factor} onClose={() => {}} onAdded={async () => {}} />
      {!isTouchOnly && <Toaster />}
    </UiProvider>,
  );
}

test('ACCT-89 the key is copied without its blanks', async () => {
  const user = userEvent.setup();
  show(false);
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(factor.secret);
  await screen.findByText('Key copied');
  expect(screen.queryByRole('link')).toBeNull();
});

test('ACCT-89 a device without a mouse is offered to open the app', () => {
  show(true);
  expect(screen.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe(factor.uri);
});
