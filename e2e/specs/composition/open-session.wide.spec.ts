import { expect, test } from '../../fixtures/composition.ts';
import { chatOf, comeBack, releaseChat } from '../../fixtures/released-chat.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

const MINUTE = 60_000;

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('a withdrawn version is no longer offered, and the page runs the same version until it is reloaded', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  const notice = page.getByRole('region', { name: 'Update' });
  await page.clock.install();
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  await releaseChat(composition, '1.1.0');
  await page.clock.fastForward(MINUTE);
  await comeBack(page);
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'To admin' }).click();
  await expect(area.screen('admin')).toBeVisible();
  await page.getByRole('link', { name: 'To chat' }).click();
  await expect(area.screen('chat')).toBeVisible();
  await composition.compose();
  await page.clock.fastForward(MINUTE);
  await comeBack(page);
  await expect(notice).toBeHidden();
});

test('reloads the page if it needs code that a release removed, unless there is unsaved input', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  const showPart = page.getByRole('button', { name: 'Show part' });
  await releaseChat(composition, '1.1.0');
  await page.goto('/app');
  await expect(chatOf(page, '1.1.0')).toBeVisible();
  await composition.compose();
  await composition.remove('1.1.0');
  await showPart.click();
  await expect(area.screen('chat')).toBeVisible();
  await showPart.click();
  await expect(page.getByText('The part is here')).toBeVisible();

  await releaseChat(composition, '1.2.0');
  await page.reload();
  await expect(chatOf(page, '1.2.0')).toBeVisible();
  await composition.compose();
  await composition.remove('1.2.0');
  await page.getByLabel('Draft').fill('Half a sentence');
  await showPart.click();
  await expect(area.panel('The chat could not be loaded')).toBeVisible();
  await area.main.getByRole('button', { name: 'Reload the page' }).click();
  await expect(area.screen('chat')).toBeVisible();
});
