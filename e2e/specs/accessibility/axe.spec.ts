import { findFaults } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/test.ts';
import { screens } from './screens.ts';

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

// By far the longest list of tests: all workers share it.
test.describe.configure({ mode: 'parallel' });

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(`axe finds nothing in either theme, ${size}`, () => {
    test.use({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
    for (const { name, as, open } of screens) {
      test(`on ${name}`, async ({ page, server, signIn }) => {
        if (as) await signIn(page, as);
        await open(page, server);
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          // A static page looks at the theme as it loads.
          if (name === 'landing') await page.reload();
          await expect(page.locator('html')).toHaveClass(theme);
          expect(await findFaults(page, { tags: ['best-practice'] }), theme).toEqual([]);
        }
      });
    }
  });
}
