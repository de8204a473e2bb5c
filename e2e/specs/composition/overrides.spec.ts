import { expectAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/composition.ts';
import { allowOverrides } from '../../fixtures/manifest.ts';
import { resize } from '../../fixtures/resize.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { OverrideDialog } from '../../pages/override-dialog.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

const elsewhere = 'http://localhost:5001/remoteEntry.js';

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await allowOverrides(page, { roles: ['admin'], origins: [composition.origins.chat.url] });
  await signIn(page, 'admin');
});

test('a developer runs another version in this browser, sees a badge for it, and resets it with one press', async ({
  composition,
  page,
}) => {
  const [area, override] = [new RemoteArea(page), new OverrideDialog(page)];
  const other = await composition.release('2.0.0');
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  await expect(override.badge).toBeHidden();

  await override.open();
  await override.target.fill(elsewhere);
  await override.use.click();
  await expect(
    override.dialog.getByText('This environment allows no code from there'),
  ).toBeVisible();
  await expect(override.target).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await override.target.fill(other.entry);
  await override.use.click();
  await expect(page.getByRole('heading', { name: 'Probe 2.0.0 chat' })).toBeVisible();
  await expect(override.badge).toHaveAccessibleName('Override of chat: reset');

  await resize(page, { width: 390, height: 844 });
  await expectAccessible(page, 'header');
  await expect(override.badge).toBeInViewport({ ratio: 1 });
  await expect(new AppHeader(page).account).toBeInViewport({ ratio: 1 });
  await override.badge.click();
  await expect(area.screen('chat')).toBeVisible();
  await expect(override.badge).toBeHidden();
});

test('offers the versions in the manifest; a version that fails to load offers a reset', async ({
  composition,
  page,
}) => {
  const [area, override] = [new RemoteArea(page), new OverrideDialog(page)];
  const fallback = await composition.release('1.9.0');
  await composition.compose({ chat: { ...composition.remotes.chat, fallback } });
  await page.goto('/app');
  await override.open();
  await override.known('1.9.0').click();
  await expect(override.target).toHaveValue('1.9.0');
  await override.use.click();
  await expect(page.getByRole('heading', { name: 'Probe 1.9.0 chat' })).toBeVisible();

  await page.route('**/1.9.0/**', (route) => route.abort());
  await page.reload();
  await expect(area.panel('The chat could not be loaded')).toBeVisible();
  await area.main.getByRole('button', { name: 'Reset override' }).click();
  await expect(area.screen('chat')).toBeVisible();
});
