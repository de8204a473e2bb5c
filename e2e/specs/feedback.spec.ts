import { randomUUID } from 'node:crypto';
import { FIRST_ASSISTANT, startConversations } from '../fixtures/conversations.ts';
import { callRest } from '../fixtures/records.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { Toasts } from '../pages/toasts.ts';

test('FEED-01 FEED-02 FEED-09 a reply is rated, the rating survives a reload, is changed and removed, and typed feedback is not lost by accident', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Rated');
  await chat.write('Which form?');
  await chat.expectReplied(1);
  const rate = (name: string) => chat.replies.getByRole('button', { name, exact: true });
  const helpful = rate('Helpful');
  const notHelpful = rate('Not helpful');
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('"rating":"helpful"')),
  );
  await helpful.press('Enter');
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await page.reload();
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');

  await notHelpful.click();
  await chat.button('Send feedback').click();
  await expect(chat.dialog.getByText('Choose a reason')).toBeVisible();
  await expect(chat.dialog.getByRole('radiogroup', { name: 'Reason' })).toBeFocused();
  await chat.dialog.getByRole('radio', { name: "It's out of date" }).check();
  await chat.dialog.getByRole('textbox', { name: 'Comment' }).fill('It has a new name.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await chat.button('Send feedback').click();
  await new Toasts(page).expectSuccess('Feedback sent', 'Thank you.');
  await expect(notHelpful).toBeFocused();
  await expect(helpful).toHaveAttribute('aria-pressed', 'false');

  await page.reload();
  await expect(notHelpful).toHaveAttribute('aria-pressed', 'true');
  await notHelpful.click();
  await expect(chat.dialog.getByRole('radio', { name: "It's out of date" })).toBeChecked();
  await expect(chat.dialog.getByRole('textbox')).toHaveValue('It has a new name.');
  await chat.button('Remove feedback').click();
  await expect(chat.dialog).toBeHidden();
  await expect(notHelpful).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notHelpful).toHaveAttribute('aria-pressed', 'true');
});

test('FEED-05 FEED-06 FEED-07 FEED-08 an administrator finds reported problems first, filters feedback, reads shared messages, opens their audit entries and marks feedback as reviewed', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const conversations = await startConversations(server, user, ['First', 'Second']);
  for (const [index, conversation] of conversations.entries()) {
    const [question, reply] = [randomUUID(), randomUUID()];
    const shared = { conversation_id: conversation.id };
    await callRest(server, 'messages', {
      method: 'POST',
      body: JSON.stringify([
        { ...shared, id: question, role: 'user', content: 'A question', parent_id: null },
        { ...shared, id: reply, role: 'assistant', content: 'A wrong reply', parent_id: question },
      ]),
    });
    const body = {
      ...shared,
      message_id: reply,
      ...(index === 0
        ? { rating: 'problem', reason: 'harmful', comment: 'Not this dose.', shared: true }
        : { rating: 'not_helpful', reason: 'outdated', comment: '', shared: false }),
    };
    await callRest(
      server,
      'rpc/save_feedback',
      { method: 'POST', body: JSON.stringify(body) },
      user,
    );
  }

  await signIn(page, 'admin');
  await page.goto(`/admin/feedback?q=${user.email}`);
  const rows = page.getByRole('table', { name: 'Feedback' }).getByRole('row');
  await expect(rows).toHaveText([/Reason/, /It could harm someone.*New/, /It's out of date.*New/]);
  const weeks = page
    .getByRole('table', { name: 'Per week' })
    .getByRole('row', { name: FIRST_ASSISTANT })
    .getByRole('cell');
  await expect(weeks.first()).toHaveText(/^\d+ of \d+, \d+ problems?$/);
  await page.getByRole('combobox', { name: 'Reason' }).selectOption("It's out of date");
  await expect(rows).toHaveText([/Reason/, /It's out of date/]);
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Problem reported');
  await expect(rows).toHaveText([/Reason/, /It could harm someone/]);

  await page.getByRole('button', { name: user.email }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'It could harm someone' });
  await expect(dialog.getByText('Not this dose.')).toBeVisible();
  await expect(dialog.getByText('A wrong reply')).toBeHidden();
  await dialog.getByRole('button', { name: 'Show question and reply' }).click();
  await expect(dialog.getByText('A wrong reply')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(page.getByText('Marked as reviewed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveText([/Reason/, /It could harm someone.*Reviewed/]);

  await page.getByRole('button', { name: user.email }).click();
  await dialog.getByRole('link', { name: 'Show this reply in the audit log' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/audit\\?.*conversation=${conversations[0]?.id}`));
  const entries = page.getByRole('table', { name: 'Audit logs' });
  for (const action of ['feedback given', 'record viewed', 'feedback reviewed'])
    await expect(entries.getByText(action)).toBeVisible();
});
