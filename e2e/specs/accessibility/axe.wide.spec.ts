import { findViolations } from '../../fixtures/equal-access.ts';
import { findSmallFields, findSmallTargets, PHONE } from '../../fixtures/phone.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { checkScreen } from './check-screen.ts';
import { screens } from './screens.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ ...PHONE, colorScheme: 'dark' });

for (const { name, as, open } of screens) {
  test(`no axe violations in either theme, each control has 44 px for a finger, no field zooms in, phone, and nothing for the checker of IBM Equal Access, desktop, on ${name}`, async ({
    page,
    server,
    signIn,
  }) => {
    if (as) await signIn(page, as);
    await open(page, server);
    await checkScreen(page, name, ['dark', 'light']);
    expect.soft(await findSmallFields(page)).toEqual([]);
    expect.soft(await findSmallTargets(page)).toEqual([]);
    await resize(page, { width: 1280, height: 800 });
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
