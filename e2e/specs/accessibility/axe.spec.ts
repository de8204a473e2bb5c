import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import type { DemoRole } from '../../fixtures/accounts.ts';

interface Screen {
  name: string;
  address: string;
  as?: DemoRole;
  /** Something that is there once the screen is complete. */
  ready(page: Page): Promise<void>;
}

const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
};

const screens: Screen[] = [
  {
    name: 'landing',
    address: '/',
    ready: async (page) => expect(page.getByText('Your AI Assistant').first()).toBeVisible(),
  },
  {
    name: 'sign-in',
    address: '/auth/sign-in',
    ready: async (page) => expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible(),
  },
  {
    name: 'reset password',
    address: '/auth/reset-password?access_token=a&refresh_token=b',
    ready: heading('Reset Password'),
  },
  {
    name: 'sign-out',
    address: '/auth/sign-out',
    as: 'worker',
    ready: async (page) =>
      expect(page.getByRole('button', { name: 'Complete Sign Out' })).toBeVisible(),
  },
  { name: 'not found', address: '/nowhere', ready: heading('Oops! Page not found') },
  {
    name: 'welcome',
    address: '/app',
    as: 'worker',
    ready: async (page) =>
      expect(page.getByRole('button', { name: 'New Chat' }).first()).toBeVisible(),
  },
  { name: 'denied', address: '/admin', as: 'worker', ready: heading('Access Denied') },
  { name: 'admin overview', address: '/admin', as: 'admin', ready: heading('AI Assistants') },
];

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(sizes)) {
    test.describe(`axe finds nothing, ${theme}, ${size}`, () => {
      test.use({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      for (const { name, address, as, ready } of screens) {
        test(`on ${name}`, async ({ page, signIn }) => {
          if (as) await signIn(page, as);
          await page.goto(address);
          await ready(page);
          await expectNoViolations(page);
        });
      }
    });
  }
}
