import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../fixtures/accounts.ts';
import { allowClipboard } from '../fixtures/allow-clipboard.ts';
import { recordEntries } from '../fixtures/audit-entries.ts';
import { startConversations } from '../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test as heldTest } from '../fixtures/held-replies.ts';
import { startLongConversation } from '../fixtures/long-conversation.ts';
import { storeExchanges } from '../fixtures/stored-messages.ts';
import { test } from '../fixtures/test.ts';
import { translatePage } from '../fixtures/translate-page.ts';
import { AssistantsPage } from '../pages/assistants-page.ts';
import { AuditPage } from '../pages/audit-page.ts';
import { AuditTools } from '../pages/audit-tools.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { ParticipantsPage } from '../pages/participants-page.ts';
import { SignInPage } from '../pages/sign-in-page.ts';
import { Thread } from '../pages/thread.ts';
import { UsersPage } from '../pages/users-page.ts';

const CODE = 'const roster = "Monday";';

heldTest(
  'TRANSLATE-01 TRANSLATE-03 TRANSLATE-04 on a translated page a user signs in, chats, stops and copies a reply, renames, and changes settings',
  async ({ browser, server, newUser, replies }) => {
    const context = await browser.newContext({ baseURL: server.url });
    await allowClipboard(context);
    const page = await context.newPage();
    const translated = await translatePage(page);
    const account = await newUser();

    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.signIn({ ...account, password: 'wrong-password' });
    await expect(page.getByText("That email and password don't match.")).toBeVisible();
    await translated.expectWell();
    await signIn.signIn(account);
    await expect(page).toHaveURL(/\/app/);
    await expect(page.getByRole('heading', { name: 'Welcome to' })).toBeVisible();
    await translated.expectWell();

    // A new chat, with a reply that is stopped, and one that is complete.
    const chat = new ChatPage(page);
    await chat.newChat.click();
    await chat.title.fill('The garden');
    await chat.assistant('Policy and procedures').check();
    await chat.button('Create Chat').click();
    await expect(chat.row('The garden')).toBeVisible();
    replies.hold();
    await chat.write('When does the roster start?');
    await expect(chat.replies).toContainText(FIRST_WORDS);
    await translated.expectWell();
    await chat.stop.click();
    await expect(chat.replies).toContainText('You stopped this reply.');
    replies.finish();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(chat.replies).toContainText('and ends on Friday.');
    await expect(chat.replies).not.toContainText('You stopped this reply.');
    await chat.write('And the next one?');
    await chat.expectReplied(2);
    await expect(chat.mine.last()).toContainText('And the next one?');
    await expect(chat.mine.last().locator('font', { hasText: 'next one' })).toHaveCount(0);
    await translated.expectWell();

    await chat.chooseAction('The garden', 'Rename');
    await chat.title.fill('The lawn');
    await chat.title.press('Enter');
    await expect(chat.row('The lawn')).toBeVisible();
    await expect(page.getByText('The garden', { exact: true })).toHaveCount(0);
    await translated.expectWell();

    // Code in a reply, and earlier messages.
    const [withCode] = await startConversations(server, account, ['With code']);
    if (!withCode) throw new Error('No conversation');
    const reply = `Say **this** word:\n\n\`\`\`ts\n${CODE}\n\`\`\``;
    await storeExchanges(server, withCode.id, [{ question: 'How?', reply }]);
    await chat.open(withCode);
    await page.getByRole('button', { name: 'Copy code' }).click();
    await expect(page.getByText('Code copied.')).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(CODE);
    await expect(chat.replies.locator('code font')).toHaveCount(0);
    await translated.expectWell();

    const long = await startLongConversation(server, account, 'Long ago', 120);
    await chat.open(long.conversation);
    const thread = new Thread(page);
    await expect(thread.message(long.messages.at(-1)?.id ?? '')).toBeInViewport();
    for (let turn = 0; turn < 12; turn += 1) await thread.wheel(-4000);
    await expect(thread.withText('Question 1:')).toBeVisible();
    await translated.expectWell();

    await page.goto('/account');
    await page.getByRole('textbox', { name: 'Display name' }).fill('Zoë Ng');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Account of Zoë Ng' })).toBeVisible();
    await page.getByRole('link', { name: 'Appearance' }).click();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await page.getByRole('link', { name: 'Security' }).click();
    await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
    await translated.expectWell();
    await context.close();
  },
);

test('TRANSLATE-01 TRANSLATE-04 on a translated page an administrator creates and edits records, filters the audit log and exports it', async ({
  page,
  server,
  newUser,
}) => {
  const translated = await translatePage(page);
  const user = await newUser();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(demoAccounts.admin);
  await expect(page).toHaveURL(/\/app/);

  const id = randomUUID().slice(0, 8);
  const assistants = new AssistantsPage(page);
  await assistants.open('?create=assistant');
  await assistants.field('Label').fill(`Meals ${id}`);
  await assistants.button('Create').click();
  await expect(page.getByText('Assistant created successfully')).toBeVisible();
  await assistants.search.fill(id);
  await expect(assistants.row(`Meals ${id}`)).toBeVisible();
  await expect(assistants.row(`Meals ${id}`).getByRole('rowheader').locator('font')).toHaveCount(0);
  await assistants.choose(`Meals ${id}`, 'Edit');
  await assistants.field('Label').fill(`Cooking ${id}`);
  await assistants.button('Save').click();
  await expect(page.getByText('Assistant updated successfully')).toBeVisible();
  await expect(assistants.row(`Cooking ${id}`)).toBeVisible();
  await translated.expectWell();

  const participants = new ParticipantsPage(page);
  await participants.open();
  await page.getByRole('button', { name: 'Add Participant' }).first().click();
  await participants.field('Display name').fill(`Mia ${id}`);
  await participants.button('Add').click();
  await participants.search.fill(id);
  await expect(participants.row(`Mia ${id}`)).toBeVisible();
  await translated.expectWell();

  const users = new UsersPage(page);
  await users.open(`?q=${encodeURIComponent(user.email)}`);
  await users.chooseRole(user.email, 'Office');
  await expect(users.roleOf(user.email)).toHaveText('Office');
  await translated.expectWell();

  const person = await recordEntries(server, 30);
  const audit = new AuditPage(page);
  await audit.open(`?dates=all&user=${person}&size=25`);
  await audit.expectShowing(1, 25, 30);
  await audit.pager.getByRole('button', { name: 'Next' }).click();
  await audit.expectShowing(26, 30, 30);
  const active = (await audit.active.textContent()) ?? '';
  await audit.openFilters();
  await audit.chip('login').click();
  await expect(audit.active).not.toHaveText(active);
  await audit.expectCurrent();
  await audit.chip('login').click();
  await audit.expectShowing(1, 25, 30);
  const downloading = page.waitForEvent('download');
  await new AuditTools(page).exportCsv.click();
  await downloading;
  await expect(new AuditTools(page).exportCsv).toBeEnabled();
  await translated.expectWell();
});
