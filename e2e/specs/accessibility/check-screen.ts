import type { Page } from '@playwright/test';
import { findFaults } from '../../fixtures/accessible.ts';
import { expect } from '../../fixtures/shared-page.ts';
import { showTheme } from '../../fixtures/show-theme.ts';

/** Expects that axe finds no violation on a screen in either theme; the first is the one that it shows. */
export async function checkScreen(
  page: Page,
  name: string,
  themes: readonly ['light', 'dark'] | readonly ['dark', 'light'],
) {
  for (const theme of themes) {
    await showTheme(page, theme);
    // A static page reads the theme while it loads.
    if (name === 'landing') await page.reload();
    await expect(page.locator('html')).toHaveClass(theme);
    // The other theme differs only in its colours.
    const extent = theme === themes[0] ? { tags: ['best-practice'] } : { colours: true };
    expect(await findFaults(page, extent), theme).toEqual([]);
  }
}
