import { expect, test } from '../fixtures/held-replies.ts';
import { AdminPage } from '../pages/admin-page.ts';
import { AssistantsPage } from '../pages/assistants-page.ts';

const LABEL = 'Policy and procedures';

test('USAGE-08 USAGE-09 USAGE-10 USAGE-13 USAGE-14 a budget is set, nearly used, used and raised', async ({
  browser,
  signIn,
  openConversation,
}) => {
  const { chat } = await openConversation('Limited');
  const office = await browser.newPage();
  await signIn(office, 'admin');
  const screen = new AssistantsPage(office);
  const setBudget = async (tokens: string) => {
    await screen.open(`?q=${LABEL}`);
    await screen.choose(LABEL, 'Edit');
    await screen.field('Monthly budget in tokens').fill(tokens);
    await screen.button('Save').click();
    await expect(screen.dialog).toBeHidden();
  };
  await setBudget('1000');
  await expect(screen.row(LABEL)).not.toContainText('udget');

  await chat.write('When does the roster begin?');
  await chat.expectReplied(1);
  await new AdminPage(office).open();
  await office
    .getByRole('link', { name: /assistant has used 80 % or more of its budget$/ })
    .click();
  await expect(screen.row(LABEL)).toContainText('85 % of budget');

  await chat.write('And when does it end?');
  await chat.expectReplied(2);
  await office.reload();
  await expect(screen.row(LABEL)).toContainText('Budget reached');
  await new AdminPage(office).open();
  await office.getByRole('link', { name: /assistant has used up its budget$/ }).click();
  const second = (await chat.replies.last().getAttribute('data-message')) ?? '';
  await chat.write('Are you sure?');
  await expect(chat.mine.last()).toContainText(
    'Not sent. This assistant has reached its budget for this month. Ask an administrator.',
  );
  await expect(chat.replies.last()).toHaveAttribute('data-message', second);

  await setBudget('5000');
  await expect(screen.row(LABEL)).not.toContainText('udget');
  await chat.sendAndWait(() => chat.mine.getByRole('button', { name: 'Resend' }).click());
  // Later tests use the same server.
  await setBudget('');
  await office.close();
});
