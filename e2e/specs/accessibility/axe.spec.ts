import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/shared-page.ts';
import { checkScreen } from './check-screen.ts';
import type { Screen } from './account-screens.ts';
import { screens } from './screens.ts';

// By far the longest tests, so all workers share them.
test.describe.configure({ mode: 'parallel' });
test.use({ colorScheme: 'light' });

const ofAdmin = screens.filter(({ as }) => as === 'admin');
const half = Math.ceil(ofAdmin.length / 2);
/** The screens of each user, who opens one after the other. */
const GROUPS: [name: string, screens: Screen[]][] = [
  ['without a session', screens.filter(({ as }) => as === undefined)],
  ['of a worker', screens.filter(({ as }) => as === 'worker')],
  ['of an administrator', ofAdmin.slice(0, half)],
  ['of an administrator, continued', ofAdmin.slice(half)],
];

/** Clears a search and closes what is open above the page. Otherwise the next screen would have to load the app. */
async function leaveScreen(page: Page) {
  const overlays = page.locator('[aria-modal=true], [role=menu]');
  const discard = page.getByRole('button', { name: 'Discard', exact: true });
  await page.keyboard.press('Escape');
  for (let turn = 0; turn < 4 && (await overlays.count()) > 0; turn += 1) {
    if (await discard.isVisible()) await discard.click();
    else await page.keyboard.press('Escape');
  }
}

for (const [name, group] of GROUPS)
  test(`no axe violations in either theme, desktop, on the screens ${name}`, async ({
    page,
    server,
    signIn,
  }) => {
    test.slow();
    expect(group.length).toBeGreaterThan(5);
    if (group[0]?.as) await signIn(page, group[0].as);
    for (const screen of group)
      await test.step(screen.name, async () => {
        await leaveScreen(page);
        await screen.open(page, server);
        await checkScreen(page, screen.name, ['light', 'dark']);
      });
  });
