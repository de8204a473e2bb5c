// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ThemeToggle, UiProvider, useColorMode } from '../index.ts';
import themeScript from './apply-stored-theme.ts?raw';

class SystemPreference extends EventTarget {
  matches = false;
  prefer(dark: boolean) {
    this.matches = dark;
    this.dispatchEvent(new Event('change'));
  }
}

let system: SystemPreference;

/** Opens the page again: the script in its head runs, before any module. */
function openPage() {
  document.documentElement.removeAttribute('class');
  new Function(themeScript)();
}

function Shown() {
  const { mode, resolved } = useColorMode();
  return <output>{`${mode}: ${resolved}`}</output>;
}

function renderPage() {
  render(
    <UiProvider>
      <ThemeToggle />
      <Shown />
    </UiProvider>,
  );
}

beforeEach(() => {
  localStorage.clear();
  system = new SystemPreference();
  window.matchMedia = () => system as unknown as MediaQueryList; // only the methods that the store uses
});

test('STATE-05 the theme follows the system by default, also when the system changes', () => {
  renderPage();
  expect(screen.getByRole('status').textContent).toBe('system: light');
  expect(localStorage.getItem('theme')).toBeNull();
  act(() => system.prefer(true));
  expect(screen.getByRole('status').textContent).toBe('system: dark');
  expect(document.documentElement.className).toBe('dark');
  act(() => system.prefer(false));
  expect(document.documentElement.className).toBe('light');
});

test("STATE-05 a chosen theme is stored under 'theme' and is applied when the page opens again", async () => {
  const user = userEvent.setup();
  renderPage();
  await user.click(screen.getByRole('button', { name: 'Theme' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(screen.getByRole('status').textContent).toBe('dark: dark');

  openPage();
  expect(document.documentElement.className).toBe('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.documentElement.style.colorScheme).toBe('dark');

  await user.click(screen.getByRole('button', { name: 'Theme' }));
  const dark = screen.getByRole('menuitemradio', { name: 'Dark' });
  expect(dark.getAttribute('aria-checked')).toBe('true');
  await user.click(screen.getByRole('menuitemradio', { name: 'System' }));
  expect(screen.getByRole('status').textContent).toBe('system: light');
});

test('STATE-05 a theme chosen in another tab is applied here too', () => {
  renderPage();
  localStorage.setItem('theme', 'dark');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  });
  expect(screen.getByRole('status').textContent).toBe('dark: dark');
});
