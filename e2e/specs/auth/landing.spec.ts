import { expect, test } from '../../fixtures/test.ts';
import { LandingPage } from '../../pages/landing-page.ts';

test('LAND-01 LAND-02 LAND-04 LAND-05 LAND-06 a visitor gets logo, tagline, footer and a description, before any script of the application', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const landing = new LandingPage(page);
  await landing.open();
  await expect(landing.logo).toBeVisible();
  await expect(landing.tagline).toBeVisible();
  expect(scripts.every((path) => /^\/assets\/theme-\w+\.js$/.test(path))).toBe(true);
  await expect(landing.footer).toHaveText(/^© \d{4} Second Homie$/);
  await expect(landing.hiddenAppLink).toBeAttached();
  await expect(landing.hiddenAppLink).toBeHidden();
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    'Second Homie is an AI assistant for property management and support work, version 2.0.',
  );
});

test('LAND-01 a visitor with a session gets the landing page too', async ({ page, signIn }) => {
  const landing = new LandingPage(page);
  await signIn(page, 'worker');
  await landing.open();
  await expect(landing.tagline).toBeVisible();
  await expect(page).toHaveURL('/');
});

for (const name of ['signUp', 'signIn'] as const) {
  test(`LAND-03 ${name} leads to the sign-in screen`, async ({ page }) => {
    const landing = new LandingPage(page);
    await landing.open();
    await landing[name].click();
    await expect(page).toHaveURL('/auth/sign-in');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  });
}

test('STATE-05 the landing page follows a theme that was chosen before', async ({ page }) => {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await new LandingPage(page).open();
  await expect(page.locator('html')).toHaveClass('dark');
});
