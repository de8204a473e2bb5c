import { findViolations } from '../../fixtures/equal-access.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { screens } from './screens.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

for (const { name, as, open } of screens) {
  test(`the checker of IBM Equal Access finds no violation on ${name}`, async ({
    page,
    server,
    signIn,
  }) => {
    if (as) await signIn(page, as);
    await open(page, server);
    expect(await findViolations(page)).toEqual([]);
  });
}

ownPage('the checker finds a button whose name lacks its visible label', async ({ page }) => {
  await page.goto('/auth/sign-in');
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Save';
    button.setAttribute('aria-label', 'Other');
    document.body.append(button);
  });
  const found = await findViolations(page);
  expect(found.map((each) => each.replace(/:.*/, ''))).toEqual(['label_name_visible']);
});
