import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { changeConversation, startConversations } from '../../fixtures/conversations.ts';
import { storeConversations } from '../../fixtures/stored-conversations.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { ChatPage, isList } from '../../pages/chat-page.ts';
import { Palette } from '../../pages/palette.ts';

test('START-09 the sidebar lists pinned, unread and draft conversations', async ({
  page,
  server,
  account,
  openChat,
  show,
}) => {
  await test.step('lists pinned conversations first under their heading, also after a reload', async () => {
    const { chat } = await openChat(['Old', 'Middle', 'New']);
    await expect(chat.entries).toHaveText(['Today', 'New', 'Middle', 'Old']);
    await chat.chooseAction('Old', 'Pin');
    await expect(chat.entries).toHaveText(['Pinned', 'Old', 'Today', 'New', 'Middle']);
    await page.reload();
    await expect(chat.entries).toHaveText(['Pinned', 'Old', 'Today', 'New', 'Middle']);
    await chat.chooseAction('Old', 'Unpin');
    await expect(chat.entries).toHaveText(['Today', 'New', 'Middle', 'Old']);
  });

  await test.step('marks a conversation with unsent text as a draft', async () => {
    const { chat } = await openChat(['Other', 'Half written']);
    await chat.row('Half written').click();
    await chat.composer.fill('Dear');
    await chat.row('Other').click();
    await expect(chat.row('Half written')).toContainText('Draft · ');
    await chat.row('Half written').click();
    await expect(chat.composer).toHaveValue('Dear');
    await chat.composer.fill('');
    await expect(chat.row('Half written')).not.toContainText('Draft · ');
  });

  await test.step('the collapsed sidebar and the toggle of a phone show the number of unread conversations; the sidebar offers search', async () => {
    const [talk] = await startConversations(server, account, ['For later']);
    await changeConversation(server, account, talk?.id ?? '', { unread: true });
    const chat = await show();
    await expect(chat.row('For later')).toContainText('Unread');
    await new AppHeader(page).sidebarToggle.click();
    const unread = chat.sidebar.getByRole('button', { name: '1 unread conversation' });
    await expect(unread).toBeVisible();
    await chat.sidebar.getByRole('button', { name: 'Search' }).click();
    await expect(new Palette(page).field).toBeFocused();
    await page.keyboard.press('Escape');
    await unread.click();
    await expect(chat.row('For later')).toContainText('Unread');

    await resize(page, { width: 390, height: 844 });
    const toggle = page.getByRole('button', { name: 'Show conversations, 1 unread' });
    await expect(toggle).toHaveText('1');
    await toggle.click();
    await expect(chat.dialog.getByRole('link', { name: 'For later' })).toBeVisible();
  });
});

test('CONV-03 a long list loads in pages and shows a new conversation', async ({
  page,
  server,
  account,
  signIn,
}) => {
  const chat = new ChatPage(page);
  await test.step('loads a long list in pages, newest first, and renders only the rows near the viewport', async () => {
    const titles = Array.from({ length: 140 }, (_, index) => `Talk ${index + 1}.`);
    await storeConversations(server, account, titles);
    await signIn(page, account);
    const calls = chat.watchCalls();
    // Slow, because rows are rendered some time after they arrive.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await chat.open();
    await expect(chat.list.getByRole('link').first()).toContainText('Talk 140.');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(chat.list.getByRole('link')).toHaveCount(25);
    await chat.row('Talk 140.').hover();
    await expect(async () => {
      await page.mouse.wheel(0, 4_000);
      await expect(chat.row('Talk 1.')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(chat.sidebar.getByRole('button', { name: 'Archived' })).toBeVisible();
    const readings = calls
      .filter(isList)
      .map(({ endpoint }) => endpoint.replace(/cursor=.+/, 'cursor=…'));
    // A browser that subscribes to changes for the first time loads the first page twice.
    expect([...new Set(readings)]).toEqual([
      '/conversations?pageSize=25&cursor=',
      '/conversations?pageSize=100&cursor=…',
    ]);
    expect(readings.length).toBeLessThanOrEqual(4);
    expect(await chat.list.getByRole('listitem').count()).toBeLessThanOrEqual(80);
  });

  await test.step('a new conversation scrolls into view in a list that was scrolled down', async () => {
    await expect(chat.row('Talk 140.')).not.toBeInViewport();
    await chat.newChat.click();
    await chat.title.fill('The newest');
    await chat.button('Create Chat').click();
    await expect(chat.row('The newest')).toHaveAttribute('aria-current', 'page');
    await expect(chat.row('The newest')).toBeInViewport();
  });
});

test('OUT-03 saves the conversation as Markdown, as JSON and as a Word document', async ({
  page,
  openConversation,
}) => {
  const { chat, account } = await openConversation('Trip to Ballarat');
  await chat.write('Which bus goes there?');
  await chat.expectReplied(1);

  await test.step('saves the conversation as Markdown and as JSON under the file name from the server', async () => {
    const [markdown] = await Promise.all([
      page.waitForEvent('download'),
      chat.chooseAction('Trip to Ballarat', 'Export as Markdown'),
    ]);
    expect(markdown.suggestedFilename()).toMatch(/^Trip-to-Ballarat.*\.md$/);
    const words = await readFile(await markdown.path(), 'utf8');
    expect(words).toContain('Trip to Ballarat');
    expect(words).toContain('Which bus goes there?');
    expect(words).toContain('found');

    const [json] = await Promise.all([
      page.waitForEvent('download'),
      chat.chooseAction('Trip to Ballarat', 'Export as JSON'),
    ]);
    expect(json.suggestedFilename()).toMatch(/^Trip-to-Ballarat.*\.json$/);
    const saved: { exported_at: string; messages: { created_at: string }[] } = JSON.parse(
      await readFile(await json.path(), 'utf8'),
    );
    expect(saved).toMatchObject({
      conversation: { title: 'Trip to Ballarat' },
      messages: [{ role: 'user', content: 'Which bus goes there?' }, { role: 'assistant' }],
    });
    // Times and the date are in the browser's time zone, Melbourne.
    const timeZone = 'Australia/Melbourne';
    const format = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
    const sentAt = new Date(saved.messages[0]?.created_at ?? '').toLocaleString('en-AU', format);
    expect(words).toContain(`## ${account.email}, ${sentAt}`);
    const day = new Date(saved.exported_at).toLocaleDateString('sv-SE', { timeZone });
    expect(json.suggestedFilename()).toBe(`Trip-to-Ballarat-${day}.json`);
  });

  await test.step('saves the conversation as a Word document', async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      chat.chooseAction('Trip to Ballarat', 'Export as Word document'),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^Trip-to-Ballarat-\d{4}-\d\d-\d\d\.docx$/);
    const files = unzipSync(await readFile(await saved.path()));
    const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    expect(xml).toContain('Which bus goes there?');
    expect(xml).toContain('found');
  });
});
