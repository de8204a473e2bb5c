import type { Page } from '@playwright/test';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { changeManifest } from '../../fixtures/manifest.ts';
import { expect, test } from '../../fixtures/test.ts';

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Update' });

/** Releases another version of a remote, and focuses the window two minutes later, so that the page detects it. */
async function findRelease(page: Page, remote: string) {
  await changeManifest(page, ({ remotes }) => {
    const released = remotes[remote];
    if (released) released.version = `${released.version}-next`;
  });
  await page.clock.setFixedTime(Date.now() + 120_000);
  const found = page.waitForResponse('**/remotes.json');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await found;
}

test('offers a new chat version once the reply is complete and the composer is empty', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Roster');
  const held = await holdRequests(page, '**/functions/v1/conversations');
  await chat.write('Which assistants may I use?');
  await expect(chat.stop).toBeVisible();
  await findRelease(page, 'chat');
  await expect(noticeOf(page)).toBeHidden();
  await chat.composer.fill('And then');
  held.release();
  await chat.expectReplied(1);
  await expect(noticeOf(page)).toBeHidden();
  await chat.composer.fill('');
  await expect(noticeOf(page).getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('offers a new administration version once no form has unsaved changes', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin');
  await page.goto('/admin/participants');
  await page.getByRole('button', { name: 'Add Participant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Maya');
  await findRelease(page, 'admin');
  await expect(noticeOf(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(noticeOf(page).getByRole('button', { name: 'Later' })).toBeVisible();
});
