import { expect, test } from '../../fixtures/composition.ts';
import { allowOverrides } from '../../fixtures/manifest.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { OverrideDialog } from '../../pages/override-dialog.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await allowOverrides(page, { roles: ['admin'], origins: [composition.origins.chat.url] });
  await signIn(page, 'admin');
});

test('the menu offers Use another version last, labelled for developers, and only to roles that the environment allows', async ({
  page,
  signIn,
}) => {
  const header = new AppHeader(page);
  const another = header.item('Use another version');
  await page.goto('/app');
  await header.openMenu();
  await expect(header.menu.getByRole('menuitem').last()).toHaveText(
    /^Use another version\s*Developer$/,
  );
  await expect(header.menu.getByRole('menuitem').nth(-2)).toHaveText('Sign Out');

  await allowOverrides(page, null);
  await page.reload();
  await header.openMenu();
  await expect(header.item('Admin Panel')).toBeVisible();
  await expect(another).toHaveCount(0);

  await allowOverrides(page, { roles: ['admin'], origins: [] });
  await signIn(page, 'worker');
  await page.goto('/app');
  await header.openMenu();
  await expect(header.item('Sign Out')).toBeVisible();
  await expect(another).toHaveCount(0);
});

test('a link only prefills the dialog, and has no effect for a role without permission', async ({
  composition,
  page,
  signIn,
}) => {
  const [area, override] = [new RemoteArea(page), new OverrideDialog(page)];
  const other = await composition.release('2.0.0');
  const link = `/app?override=chat@${encodeURIComponent(other.entry)}`;
  await page.goto(link);
  await expect(override.target).toHaveValue(other.entry);
  await expect(override.dialog.getByText('A link proposed this.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await page.keyboard.press('Escape');
  await expect(area.screen('chat')).toBeVisible();
  await page.reload();
  await expect(area.screen('chat')).toBeVisible();
  await expect(override.badge).toBeHidden();

  await signIn(page, 'worker');
  const pendingRequest = page.waitForResponse(/\/rest\/v1\/users\?select=role/);
  await page.goto(link);
  await pendingRequest;
  await expect(area.screen('chat')).toBeVisible();
  await expect(override.dialog).toBeHidden();
});

test('ignores a stored override for a role without permission, and in an environment that allows none', async ({
  composition,
  page,
  signIn,
}) => {
  const [area, override] = [new RemoteArea(page), new OverrideDialog(page)];
  const other = JSON.stringify(await composition.release('2.0.0'));
  await page.evaluate((release) => localStorage.setItem('homie-override.chat', release), other);
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Probe 2.0.0 chat' })).toBeVisible();

  await signIn(page, 'office');
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  await expect(override.badge).toBeHidden();

  await allowOverrides(page, null);
  await signIn(page, 'admin');
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  await expect(override.badge).toBeHidden();
});
