import { expectAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage, DEMO_WORDS } from '../../pages/chat-page.ts';

test('OUT-08 OUT-10 OUT-13 OUT-17 OUT-24 OUT-25 a colleague reads a handed over conversation, prints it, continues it, and loses it when it is revoked', async ({
  page,
  browser,
  openConversation,
  newUser,
  signIn,
}) => {
  const { chat, account } = await openConversation('Outing with Maya');
  await chat.write('What should we bring?');
  await chat.expectReplied(1);

  const colleague = await newUser();
  const other = await browser.newPage();
  await signIn(other, colleague);
  const reader = new ChatPage(other);
  await reader.open();

  await chat.chooseAction('Outing with Maya', 'Hand over');
  await chat.dialog.getByRole('combobox', { name: 'Colleague' }).fill(colleague.email);
  await page.getByRole('option', { name: colleague.email }).click();
  await chat.button('Hand over').click();
  const given = chat.dialog.getByRole('list', { name: 'Handed over to' });
  await expect(given.getByRole('listitem')).toContainText([`${colleague.email}just now`]);
  await expect(given).toContainText('not opened yet');
  await expectAccessible(page, '[role=dialog]');

  await expect(other).toHaveTitle('(1) Second Homie');
  const cards = other.getByRole('list', { name: 'New handovers' });
  await expect(cards).toContainText(`Handed over to you by ${account.email}`);
  await other.getByRole('button', { name: 'Hide conversations' }).click();
  await other.getByRole('button', { name: '1 unread conversation' }).click();
  const received = other.getByRole('list', { name: 'Handed over to you' });
  const row = received.getByRole('link', { name: /^Outing with Maya/ });
  await expect(row).toContainText(`New · Handed over by ${account.email}`);
  await row.click();
  await expect(other.getByRole('heading', { name: 'Outing with Maya', level: 1 })).toBeVisible();
  await expect(other.getByText('Read-only')).toBeVisible();
  await expect(other.getByRole('article', { name: account.email })).toContainText(
    'What should we bring?',
  );
  await expect(reader.replies).toHaveCount(1);
  await expect(row).not.toContainText('New');
  await expect(reader.composer).toHaveCount(0);
  await expectAccessible(other, 'main');

  await other.evaluate(() => {
    window.print = () => dispatchEvent(new Event('beforeprint'));
  });
  await other.getByRole('button', { name: 'Print or save as PDF' }).click();
  await other.emulateMedia({ media: 'print' });
  const paper = other.locator('[data-print]');
  await expect(paper.getByRole('article')).toHaveText([
    new RegExp(`^${account.email}.*What should we bring\\?$`),
    /^Policy and procedures/,
  ]);
  await expect(paper.getByText(DEMO_WORDS)).toBeVisible();
  await expect(reader.sidebar).toBeHidden();
  await expect(other).toHaveTitle('Outing with Maya');
  await other.emulateMedia({ media: 'screen' });
  await expect(paper).toHaveCount(0);
  await expect(other).toHaveTitle('Second Homie');

  await chat.button('Done').click();
  await chat.chooseAction('Outing with Maya', 'Hand over');
  await expect(given).toContainText(', opened');
  await chat.button(`Revoke the handover to ${colleague.email}`).click();
  await expect(given).toHaveCount(0);
  await expect(received).toHaveCount(0);
  await expect(other.getByText('No longer available')).toBeVisible();

  await chat.dialog.getByRole('combobox', { name: 'Colleague' }).fill(colleague.email);
  await page.getByRole('option', { name: colleague.email }).click();
  await chat.button('Hand over').click();
  await row.click();
  await other.getByRole('button', { name: 'Continue in a new conversation' }).click();
  await expect(reader.row('Outing with Maya')).toBeVisible();
  await expect(reader.composer).toHaveValue('');
  const card = other.getByText(`Continues: Outing with Maya by ${account.email}`);
  await card.click();
  await expect(other.getByRole('region', { name: 'Handed over messages' })).toContainText(
    'What should we bring?',
  );
  await expectAccessible(other, 'main');
  await card.click();
  await reader.write('And for rain?');
  await reader.expectReplied(1);
  await expect(card).toBeVisible();

  await chat.button('Done').click();
  await chat.chooseAction('Outing with Maya', 'Delete');
  await expect(chat.dialog).toContainText('1 colleague loses the copy that you handed over.');
  await chat.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(card).toHaveCount(0);
  await expect(reader.replies).toHaveCount(1);
  await other.close();
});
