import { randomUUID } from 'node:crypto';
import { grantToUser, makeAssistant } from '../../fixtures/administration.ts';
import { readUser } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage, isChange, isSend, type Call } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

/* The composer on the welcome screen, which creates a conversation with its first message. */

test('START-01 START-02 START-03 START-04 the composer can be used before the assistants have loaded and does not move; the assistant used last is chosen', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'worker');
  const chat = new ChatPage(page);
  const isList = ({ endpoint }: Call) => endpoint.startsWith('/assistants');
  const lists = await chat.holdCalls(isList);
  await chat.open();
  const question = page.getByRole('textbox', { name: 'First message' });
  await question.fill('What was the plan?');
  const before = await question.boundingBox();
  await expect(page.getByText('Loading assistants')).toBeAttached();
  await expect(chat.send).toBeEnabled();
  lists.release();

  const cards = page.getByRole('radiogroup', { name: 'Assistants' }).getByRole('radio');
  await expect(cards).toHaveCount(6);
  expect(await question.boundingBox()).toEqual(before);
  // In the order of their names, wherever the one used last is.
  const names = await cards.evaluateAll((inputs) =>
    inputs.map((input) => input.closest('label')?.querySelector('p')?.textContent ?? ''),
  );
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
  const last = cards.and(page.getByRole('radio', { name: 'Shift notes' }));
  await expect(last).toBeChecked();
  await expect(last).toHaveAccessibleDescription(
    'Helps you write clear, respectful shift notes. Last used',
  );
  await expect(chat.send).toBeEnabled();
});

test('START-01 START-06 START-07 sends a question to the selected assistant once, even if Send is double-clicked; a suggested question fills the field', async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const user = await newUser();
  const { id = '' } = (await readUser(server, user.email)) ?? {};
  for (let count = 0; count < 6; count += 1) {
    const assistant = await makeAssistant(server, `AA ${randomUUID().slice(0, 8)}`);
    await grantToUser(server, assistant, id);
  }
  await signIn(page, user);
  const chat = new ChatPage(page);
  const calls = chat.watchCalls();
  await chat.open();
  const question = page.getByRole('textbox', { name: 'First message' });
  await expect(chat.send).toBeDisabled();
  const cards = page.getByRole('radiogroup', { name: 'Assistants' }).getByRole('radio');
  await expect(cards).toHaveCount(6);
  await page.getByRole('button', { name: 'More assistants' }).click();
  await chat.dialog.getByRole('searchbox').fill('procedures');
  await chat.assistant('Policy and procedures').check();
  await chat.button('Choose').click();
  await expect(cards.first()).toHaveAccessibleName('Policy and procedures');
  await expect(cards.first()).toBeChecked();

  const suggested = page.getByRole('button', { name: 'Who do I tell about a near miss?' });
  await suggested.click();
  await expect(question).toBeFocused();
  await expect(question).toHaveValue('Who do I tell about a near miss?');
  await question.press('End');
  await question.pressSequentially(' Today');
  await expect(suggested).toBeHidden();
  expect(calls.filter(isChange('POST'))).toHaveLength(0);
  await chat.send.dblclick();

  await expect(
    page.getByRole('heading', { level: 1, name: 'Policy and procedures' }),
  ).toBeVisible();
  await expect(chat.mine).toHaveText(/Who do I tell about a near miss\? Today/);
  await chat.expectReplied(1);
  await expect(chat.replies).toContainText('Incident procedure');
  await expect(chat.entries).toHaveText(['Today', 'Who do I tell about a near miss? Today']);
  expect(calls.filter(isChange('POST'))).toHaveLength(1);
  expect(calls.filter(isSend)).toHaveLength(1);
});

test('a question that fails to send stays in the field, also after a reload', async ({
  page,
  signIn,
  newUser,
}) => {
  await signIn(page, await newUser());
  const chat = new ChatPage(page);
  await chat.open();
  const question = page.getByRole('textbox', { name: 'First message' });
  await question.fill('First line');
  await question.press('Shift+Enter');
  await question.pressSequentially('second line');
  const reconnect = await chat.cutCalls(isChange('POST'));
  await expect(chat.send).toBeEnabled();
  await question.press('Enter');
  await new Toasts(page).expectError('Error', 'Failed to create conversation');
  await expect(question).toHaveValue('First line\nsecond line');
  await page.reload();
  await expect(question).toHaveValue('First line\nsecond line');

  reconnect();
  await chat.send.click();
  await expect(chat.mine).toHaveText(/First line\s*second line/);
  await page.goto('/app');
  await expect(question).toHaveValue('');
});
