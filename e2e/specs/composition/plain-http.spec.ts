import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { freePort } from '@homie/server/testing/free-port';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { HOST_NAME } from '../../fixtures/chromium.ts';
import { startServer, type RunningServer } from '../../fixtures/server.ts';
import { expect, test as base } from '../../fixtures/test.ts';
import { AuditTools } from '../../pages/audit-tools.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { ParticipantsPage } from '../../pages/participants-page.ts';
import { SignInPage } from '../../pages/sign-in-page.ts';
import { UsersPage } from '../../pages/users-page.ts';

/** The product at a host name without https. The test itself reaches it at 127.0.0.1. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ database }, use) => {
      const port = String(await freePort());
      const site = `http://${HOST_NAME}:${port}`;
      const server = await startServer({ database }, { PORT: port, HOMIE_SITE_URL: site });
      await use({ ...server, url: `http://127.0.0.1:${port}` });
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', HOST_NAME)),
});

async function signIn(page: Page, who: 'admin' | 'worker'): Promise<void> {
  const screen = new SignInPage(page);
  await screen.open();
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([
    false,
    false,
  ]);
  await expect(screen.passkey).toBeHidden();
  await screen.signIn(demoAccounts[who]);
  await page.waitForURL(/\/(app|admin)/);
}

/** Pastes into a field of an empty page, and returns what was pasted. */
async function paste(page: Page): Promise<{ text: string; html: string }> {
  const other = await page.context().newPage();
  await other.setContent('<textarea></textarea>');
  const pasted = other.evaluate(
    () =>
      new Promise<{ text: string; html: string }>((resolve) =>
        addEventListener('paste', ({ clipboardData }) =>
          resolve({
            text: clipboardData?.getData('text/plain') ?? '',
            html: clipboardData?.getData('text/html') ?? '',
          }),
        ),
      ),
  );
  await other.locator('textarea').press('ControlOrMeta+v');
  const content = await pasted;
  await other.close();
  return content;
}

test('HTTP-02 sends, copies and exports at a host name without https', async ({ page }) => {
  await signIn(page, 'worker');
  const chat = new ChatPage(page);
  await chat.newChat.click();
  await chat.title.fill('Plain address');
  await chat.button('Create Chat').click();
  await chat.write('Which **bus** goes there?');
  await chat.expectReplied(1);

  await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
  await expect(page.getByText('Message copied.')).toBeAttached();
  const { text, html } = await paste(page);
  expect(text).toContain('found');
  expect(html).toContain('<p');

  for (const [action, name] of [
    ['Export as Markdown', /\.md$/],
    ['Export as JSON', /\.json$/],
    ['Export as Word document', /\.docx$/],
  ] as const) {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      chat.chooseAction('Plain address', action),
    ]);
    expect(saved.suggestedFilename()).toMatch(name);
    expect((await readFile(await saved.path())).length).toBeGreaterThan(0);
  }
});

test('HTTP-02 imports, filters and copies in the administration at a host name without https', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const names = [`First ${randomUUID()}`, `Second ${randomUUID()}`];
  const participants = new ParticipantsPage(page);
  await participants.open();
  await page.getByRole('button', { name: 'Import' }).click();
  await participants.dialog.getByLabel('Table').fill(`name\n${names.join('\n')}`);
  await participants.button('Preview').click();
  await participants.button('Add 2 participants').click();
  await expect(participants.dialog.getByRole('status')).toHaveText('2 added');
  await participants.button('Done').click();

  const users = new UsersPage(page);
  await users.open();
  await page.getByRole('button', { name: 'Import' }).click();
  await users.dialog
    .getByLabel('Table')
    .fill(`name;email;role\nNia;${randomUUID()}@import.example;office`);
  await users.dialog.getByRole('button', { name: 'Preview' }).click();
  await users.dialog.getByRole('button', { name: 'Send 1 invitation' }).click();
  await expect(users.dialog.getByRole('status')).toHaveText('1 invited');
  await users.dialog.getByRole('button', { name: 'Done' }).click();

  const audit = new AuditTools(page);
  await audit.open('?dates=all');
  const [saved] = await Promise.all([page.waitForEvent('download'), audit.exportCsv.click()]);
  expect(await audit.readLines(saved)).not.toEqual([]);
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied to clipboard')).toBeVisible();
  expect((await paste(page)).text).toMatch(/^http:\/\/homie\.lan:\d+\/admin\/audit\?entry=/);
});

test('HTTP-03 settings say what needs https', async ({ page }) => {
  await signIn(page, 'worker');
  await page.goto('/account/notifications');
  await page.getByRole('switch', { name: 'Notify me when a reply is finished' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Browsers show notifications only of addresses that start with https://.',
  );
});
