import { expect, test } from '../../fixtures/test.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { LandingPage } from '../../pages/landing-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';

test('LAND-01 LAND-02 LAND-04 LAND-05 LAND-06 INSTANT-58 LAND-03 STATE-05 the landing page loads at once and links to sign-in, sign-up and the footer', async ({
  page,
  request,
}) => {
  await test.step('shows logo, tagline, footer and description before any script of the application loads', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const landing = new LandingPage(page);
    await landing.open();
    await expect(landing.logo).toBeVisible();
    await expect(landing.tagline).toBeVisible();
    expect(scripts).toEqual([]);
    await expect(landing.footer.getByText(/^© \d{4} Second Homie$/)).toBeVisible();
    await expect(landing.appLink).toBeAttached();
    await expect(landing.appLink).toBeHidden();
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      'Second Homie is an AI assistant for property management and support work, version 2.0.',
    );
  });

  await test.step('no file delays the first paint of a page: it contains the styles and the scripts that it waits for', async () => {
    for (const path of ['/', '/auth/sign-in', '/app', '/app?conversation=1']) {
      const response = await page.request.get(path, { headers: { accept: 'text/html' } });
      const html = await response.text();
      expect(html).toContain('<style>');
      expect(html.match(/<link[^>]+stylesheet[^>]*>|<script src=[^>]*>/g)).toBeNull();
    }
  });

  await test.step('both buttons open the sign-in screen, each on its tab', async () => {
    const landing = new LandingPage(page);
    const screen = new SignInPage(page);
    await landing.open();
    await landing.signIn.click();
    await expect(page).toHaveURL('/auth/sign-in');
    await expect(screen.signInTab).toHaveAttribute('aria-selected', 'true');
    await landing.open();
    await landing.signUp.click();
    await expect(page).toHaveURL('/auth/sign-in#sign-up');
    await expect(screen.signUpTab).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('Create an account to access')).toBeVisible();
  });

  await test.step('the footer links to privacy, terms, accessibility and contact, without a session', async () => {
    await page.route('**/environment.json', async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), contact: 'help@homie.example' };
      await route.fulfill({ response, json });
    });
    const landing = new LandingPage(page);
    for (const name of ['Privacy', 'Terms', 'Accessibility', 'Contact']) {
      await landing.open();
      await landing.footer.getByRole('link', { name }).click();
      const heading = page.getByRole('heading', { level: 2, name });
      await expect(heading).toBeInViewport();
    }
    await expect(page.getByRole('link', { name: 'help@homie.example' })).toHaveAttribute(
      'href',
      'mailto:help@homie.example',
    );
  });

  await test.step('the landing page applies the stored theme', async () => {
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await new LandingPage(page).open();
    await expect(page.locator('html')).toHaveClass('dark');
  });

  await test.step('the pages can be installed on a home screen and provide link previews', async () => {
    for (const path of ['/', '/app']) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU');
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
        'content',
        'Second Homie · Your AI Assistant',
      );
      const preview = await page.locator('meta[property="og:image"]').getAttribute('content');
      expect((await request.get(preview ?? '')).headers()['content-type']).toBe('image/png');
      const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
      expect((await request.get(touchIcon ?? '')).headers()['content-type']).toBe('image/png');
    }
    const response = await request.get('/manifest.webmanifest');
    const { icons, start_url } = (await response.json()) as {
      icons: { src: string }[];
      start_url: string;
    };
    expect(start_url).toBe('/app');
    for (const { src } of icons) expect((await request.get(src)).ok()).toBe(true);
  });
});

test('LAND-01 the landing page of a signed-in user links to the app until a sign-out', async ({
  page,
  signIn,
  context,
}) => {
  await test.step('shows the landing page to a signed-in user too, with a link to the app', async () => {
    const landing = new LandingPage(page);
    await signIn(page, 'worker');
    await landing.open();
    await expect(landing.tagline).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(landing.signUp).toBeHidden();
    await expect(landing.signIn).toBeHidden();
    await expect(landing.appLink).toHaveText('Open Second Homie');
    await landing.appLink.click();
    await expect(new AppHeader(page).account).toBeVisible();
  });

  await test.step('the landing page updates after a sign-out in another tab', async () => {
    const landing = new LandingPage(page);
    await signIn(page, 'worker');
    await landing.open();
    await expect(landing.appLink).toBeVisible();
    await new SignOutPage(await context.newPage()).open();
    await expect(landing.signIn).toBeVisible();
    await expect(landing.appLink).toBeHidden();
  });
});

/*
 * Playwright turns prerendering off, because it cannot follow a page that is replaced by a prerendered one. Chromium then
 * only loads the document of the page in advance.
 */
test('INSTANT-33 the page behind a button is loaded before the button is pressed', async ({
  page,
  context,
}) => {
  const landing = new LandingPage(page);
  const devtools = await context.newCDPSession(page);
  const statuses: string[] = [];
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) =>
    statuses.push(`${new URL(prefetchUrl).pathname} ${status}`),
  );
  await devtools.send('Preload.enable');
  await landing.open();
  await landing.signIn.hover();
  await expect.poll(() => statuses.at(-1)).toBe('/auth/sign-in Ready');
  await landing.signIn.click();
  await new SignInPage(page).email.fill('worker@secondhomie.example');
  expect(statuses.at(-1)).toBe('/auth/sign-in Success');
});
