import { findFaults } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/test.ts';

const note = 'This browser is too old';

test('shows a message in a browser that is too old, instead of a blank page, and in no other', async ({
  page,
}) => {
  // Older browsers do not know the selector that the styles check for.
  await page.route('/app', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toContain('selector(:state(a))');
    await route.fulfill({
      response,
      body: html.replaceAll('selector(:state(a))', 'selector(:unknown)'),
    });
  });
  await page.goto('/app');
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByText('Safari 17.4 or newer')).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  expect(await findFaults(page)).toEqual([]);

  await page.unroute('/app');
  await page.goto('/app');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByText(note)).toBeHidden();
});
