import { readMessages } from '../fixtures/conversations.ts';
import { FIRST_WORDS, LAST_WORDS } from '../fixtures/held-provider.ts';
import { createChatPage } from './chat.ts';
import { expect, test } from './journey.ts';
import type { Screen } from './screen.ts';

const QUESTION = 'When does the roster start?';
const COMPLETE = `${FIRST_WORDS} ${LAST_WORDS}`;

test('New Chat starts a conversation, whose replies stream in and resume, and whose messages wait while the server cannot be reached', async ({
  server,
  relay,
  replies,
  newUser,
  openScreen,
}) => {
  const account = await newUser();
  const screen = await openScreen(account);
  const chat = createChatPage(screen);
  const countMessages = async () => {
    const id = new URL(await screen.tab.url()).searchParams.get('conversation') ?? '';
    return (await readMessages(server, account, id)).length;
  };

  await test.step('New Chat starts a conversation with the selected assistant', async () => {
    await screen.open('/app');
    await screen.button('New Chat').first().click();
    const dialog = screen.role('dialog');
    await dialog.role('textbox', /^Title/).fill('First day');
    await dialog.role('radio', /^Shift notes/).click();
    await dialog.button('Create Chat').click();
    await screen.expectAddress(/conversation=/);
    await chat.list.link(/^First day/).expectVisible();
    await chat.composer.expectFocused();
  });

  await test.step('Shift+Enter inserts a line break, Enter sends, and the reply streams in', async () => {
    await screen.type('First line');
    await screen.press('Shift+Enter');
    await screen.type('second line');
    await chat.composer.expectValue('First line\nsecond line');
    replies.hold();
    await screen.press('Enter');
    await chat.mine.expectText('First line second line');
    await chat.replies.expectText(FIRST_WORDS);
    await chat.replies.expectAttribute('aria-busy', 'true');
  });

  await test.step('a reply resumes after a reload and after a lost connection', async () => {
    await screen.tab.reload();
    await chat.replies.expectText(FIRST_WORDS);
    await chat.replies.expectAttribute('aria-busy', 'true');
    relay.cut();
    replies.finish();
    await chat.expectReplied(1);
    await chat.replies.expectText(COMPLETE);
    expect(await countMessages()).toBe(2);
  });

  await test.step('a message sent offline is queued, and delivered once after reconnecting', async () => {
    relay.refuse();
    await chat.send('Anybody there?');
    await chat.mine.last().expectText(/Waiting to send|Trying again/);
    relay.restore();
    await chat.expectReplied(2);
    expect(await countMessages()).toBe(4);
  });
});

/** Returns the distance of the last question below the upper edge of the messages, in whole pixels. */
const questionTop = (screen: Screen) =>
  screen.tab.evaluate(() => {
    const messages = document.querySelector('[aria-label=Messages]');
    const questions = messages?.querySelectorAll('article[aria-label=You]');
    const [edge, question] = [messages, questions?.item(questions.length - 1)].map(
      (element) => element?.getBoundingClientRect().top ?? Number.NaN,
    );
    return Math.round((question ?? Number.NaN) - (edge ?? Number.NaN));
  }, null);

test('READ-01 a long reply grows below its question at the top of the messages, and Jump to latest shows its end', async ({
  replies,
  openConversation,
}) => {
  const { screen } = await openConversation('Long', { viewport: { width: 900, height: 500 } });
  const chat = createChatPage(screen);
  await chat.send('Hello');
  await chat.expectReplied(1);
  replies.hold();
  await chat.send(QUESTION);
  await chat.replies.containing(FIRST_WORDS).nth(1).expectAttribute('aria-busy', 'true');
  await expect.poll(() => questionTop(screen)).toBeLessThan(40);
  const top = await questionTop(screen);
  expect(top).toBeGreaterThanOrEqual(0);
  replies.finish();
  await chat.expectReplied(2);
  expect(await questionTop(screen)).toBe(top);
  await screen.button(/^Jump to latest/).click();
  await expect.poll(() => questionTop(screen)).toBeLessThan(0);
  await screen.button(/^Jump to latest/).expectHidden();
});

test('Stop retains the partial reply, Regenerate adds a second version, and editing the message a branch', async ({
  replies,
  openConversation,
}) => {
  const { screen } = await openConversation('Stop');
  const chat = createChatPage(screen);
  replies.hold();
  await chat.send(QUESTION);
  await chat.replies.expectText(FIRST_WORDS);
  await screen.button('Stop').click();
  await chat.replies.expectText('You stopped this reply.');
  await chat.replies.expectText(FIRST_WORDS);
  await chat.composer.expectFocused();
  replies.finish();

  await chat.replies.button('Regenerate').click();
  await chat.replies.expectText('2 of 2');
  await chat.expectReplied(1);
  await chat.replies.button('Earlier reply').click();
  await chat.replies.expectText('1 of 2');
  await chat.replies.expectText('You stopped this reply.');

  await chat.mine.button('Edit').click();
  await screen.role('textbox', 'Edit message').fill('Where is the key?');
  await screen.button('Save & send').click();
  await chat.mine.expectText('Where is the key?');
  await chat.mine.expectText('2 of 2');
  await chat.expectReplied(1);
  await chat.mine.button('Earlier message').click();
  await chat.mine.expectText(QUESTION);
});
