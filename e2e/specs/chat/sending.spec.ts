import { readMessages } from '../../fixtures/conversations.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { DEMO_WORDS, isReply, isSend } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

/** Returns a reply in the format that the server streams. */
function scripted(...events: [name: string, data: unknown][]) {
  const body = events
    .map(
      ([event, data], index) =>
        `id: ${index + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    .join('');
  return { contentType: 'text/event-stream', body };
}

const info: [string, unknown] = [
  'info',
  {
    turnId: '10000000-0000-4000-8000-000000000001',
    userMessageId: '10000000-0000-4000-8000-000000000002',
  },
];

test('SEND-03 SEND-10 LIMIT-14 SEND-01 SEND-05 SEND-04 SEND-07 an empty conversation offers questions; a message is shown, then its reply', async ({
  page,
  openConversation,
  server,
}) => {
  const { chat } = await openConversation('What to ask');
  await test.step('an empty conversation offers example questions, and hides them once the user types their own text', async () => {
    const examples = page.getByRole('list', { name: 'Example questions' }).getByRole('button');
    await expect(examples).toHaveCount(3);
    const question = (await examples.first().textContent()) ?? '';
    await examples.first().click();
    await expect(chat.composer).toHaveValue(question);
    await expect(chat.composer).toBeFocused();
    await expect(examples).toHaveCount(3);
    await chat.composer.fill('My own words');
    await expect(examples).toHaveCount(0);
  });

  await test.step('Shift+Enter inserts a line break, the composer grows to 200 px, Enter sends; blank text is not sent', async () => {
    const calls = chat.watchCalls();
    await chat.composer.fill('');
    await expect(chat.send).toBeDisabled();
    await chat.composer.press('Enter');
    await chat.composer.fill('   ');
    await chat.composer.press('Enter');
    await expect(chat.send).toBeDisabled();
    expect(calls.filter(isSend)).toEqual([]);

    await chat.composer.fill('One');
    const height = async () => (await chat.composer.boundingBox())?.height ?? 0;
    const single = await height();
    await chat.composer.press('Shift+Enter');
    await chat.composer.pressSequentially('Two');
    await expect(chat.composer).toHaveValue('One\nTwo');
    await expect.poll(height).toBeGreaterThan(single);
    await chat.composer.fill('line\n'.repeat(40));
    await expect.poll(height).toBe(200);

    await chat.composer.fill('One\nTwo');
    await chat.composer.press('Enter');
    await expect(chat.mine).toHaveText(/One\s*Two/);
    await chat.expectReplied(1);
  });

  await test.step('shows a message immediately, then a typing indicator, then the reply', async () => {
    const { account, conversation } = await openConversation('First steps');
    const held = await chat.holdCalls(isSend);
    await chat.write('Where is the alarm panel?');
    await expect(chat.mine).toHaveText(/Where is the alarm panel\?/);
    await expect(chat.mine).toHaveAttribute('data-message', /^temp-/);
    await expect(chat.typing).toBeVisible();
    await expect(chat.composer).toHaveValue('');

    held.release();
    await chat.expectReplied(1);
    await expect(chat.replies).toContainText(DEMO_WORDS);
    await expect(chat.mine).not.toHaveAttribute('data-message', /^temp-/);
    await expect(chat.typing).toBeHidden();

    await page.reload();
    await expect(chat.mine).toHaveCount(1);
    await expect(chat.replies).toContainText(DEMO_WORDS);
    const messages = await readMessages(server, account, conversation.id);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });
});

test('SEND-09 ERR-09 SEND-06 ERR-10 a reply that needs tools, and one that fails', async ({
  page,
  openConversation,
}) => {
  await test.step('a reply that needs tools ends without a message and shows Tools Required', async () => {
    const { chat } = await openConversation('Tools');
    // The server does not store this message, so the list has to load first: a later response would not contain it.
    await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
    // The demo provider needs no tools, so the route responds as the server would.
    await chat.answerCalls(
      isSend,
      scripted(info, ['requires_action', { message: 'A calendar is needed.' }]),
    );
    await chat.write('Book it');
    await new Toasts(page).expectError('Tools Required', 'A calendar is needed.');
    await expect(chat.mine).toHaveText(/Book it/);
    await expect(chat.typing).toBeHidden();
    await expect(chat.composer).toBeEnabled();
  });

  await test.step("a failed reply retains its partial text and shows the server's error message", async () => {
    const { chat } = await openConversation('Failing');
    // The server does not store this message, so the list has to load first: a later response would not contain it.
    await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
    const failure = { message: 'The provider is busy.', code: 'provider_failed', retryable: true };
    await chat.answerCalls(
      isSend,
      scripted(info, ['delta', { text: 'So ' }], ['delta', { text: 'far' }], ['error', failure]),
    );
    await chat.write('Try');
    await new Toasts(page).expectError('Error', 'The provider is busy.');
    await expect(chat.replies).toContainText('So far');
    await expect(chat.replies).toContainText('The provider is busy.');
    const whole = { messageId: '10000000-0000-4000-8000-000000000003', text: 'All of it' };
    await chat.answerCalls(isReply, scripted(info, ['final', { ...whole, openaiMessageId: null }]));
    await chat.replies.getByRole('button', { name: 'Retry' }).click();
    await expect(chat.replies).toContainText('All of it');
    await expect(chat.replies).not.toContainText('The provider is busy.');
    await expect(chat.mine).toHaveCount(1);
  });
});
