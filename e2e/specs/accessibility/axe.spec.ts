import { findFaults } from '../../fixtures/accessible.ts';
import { findSmallFields, findSmallTargets, PHONE } from '../../fixtures/phone.ts';
import { showTheme } from '../../fixtures/show-theme.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { screens } from './screens.ts';

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 }, themes: ['light', 'dark'] },
  phone: { ...PHONE, themes: ['dark', 'light'] },
} as const;

// By far the longest list of tests, so all workers share it.
test.describe.configure({ mode: 'parallel' });

for (const [size, { themes, ...device }] of Object.entries(sizes)) {
  const isPhone = size === 'phone';
  const also = isPhone ? ', each control has 44 px for a finger, no field zooms in' : '';
  test.describe(`no axe violations in either theme${also}, ${size}`, () => {
    test.use({ ...device, colorScheme: themes[0], reducedMotion: 'reduce' });
    for (const { name, as, open } of screens) {
      test(`on ${name}`, async ({ page, server, signIn }) => {
        if (as) await signIn(page, as);
        await open(page, server);
        for (const theme of themes) {
          await showTheme(page, theme);
          // A static page reads the theme while it loads.
          if (name === 'landing') await page.reload();
          await expect(page.locator('html')).toHaveClass(theme);
          // The other theme differs only in its colours.
          const extent = theme === themes[0] ? { tags: ['best-practice'] } : { colours: true };
          expect(await findFaults(page, extent), theme).toEqual([]);
        }
        if (!isPhone) return;
        expect.soft(await findSmallFields(page)).toEqual([]);
        expect(await findSmallTargets(page)).toEqual([]);
      });
    }
  });
}
