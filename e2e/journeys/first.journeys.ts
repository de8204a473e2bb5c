import { randomUUID } from 'node:crypto';
import { FIRST_WORDS, LAST_WORDS } from '../fixtures/held-provider.ts';
import { chatOf } from './chat.ts';
import { test } from './journey.ts';

test('a person signs up, confirms the address by mail and arrives in the chat', async ({
  server,
  openScreen,
}) => {
  const email = `${randomUUID()}@test.example`;
  const screen = await openScreen();
  await screen.open('/auth/sign-in');
  await screen.role('tab', 'Sign Up').click();
  await screen.field('Email').fill(email);
  await screen.field('Password').fill('a-good-password');
  await screen.field('Confirm Password').fill('a-good-password');
  await screen.button('Create Account').click();
  await screen.heading('Check your inbox').expectVisible();
  await screen.open(await server.lastMailLink(email));
  await screen.button('Confirm my email').click();
  await screen.expectAddress(/\/app$/);
  await screen.heading(/^Welcome/).expectVisible();
});

test('a person signs in with the keyboard alone', async ({ newUser, openScreen }) => {
  const { email, password } = await newUser();
  const screen = await openScreen();
  await screen.open('/auth/sign-in');
  await screen.tabTo(screen.field('Email'));
  await screen.type(email);
  await screen.tabTo(screen.field('Password'));
  await screen.type(password);
  await screen.press('Enter');
  await screen.expectAddress(/\/app$/);
  await screen.button(/^Account of/).expectVisible();
});

test('a reply appears while it is written, and is complete afterwards', async ({
  replies,
  openConversation,
}) => {
  const { screen } = await openConversation('Roster');
  const chat = chatOf(screen);
  replies.hold();
  await chat.send('When does the roster start?');
  await chat.mine.expectText('When does the roster start?');
  await chat.replies.expectText(FIRST_WORDS);
  await chat.replies.expectAttribute('aria-busy', 'true');
  replies.finish();
  await chat.expectReplied(1);
  await chat.replies.expectText(`${FIRST_WORDS} ${LAST_WORDS}`);
});

test('a file is attached with the file chooser and sent', async ({ file, openConversation }) => {
  const { screen } = await openConversation('Lease');
  const chat = chatOf(screen);
  await screen.field('Files to attach').chooseFiles(await file('lease.txt', 'The rent is due.\n'));
  await screen.role('list', 'Attached files').containing('lease.txt').expectVisible();
  await chat.send('Read it');
  await chat.mine.expectText('lease.txt');
  await chat.expectReplied(1);
});

test('at phone width a conversation is opened from the drawer', async ({ openConversation }) => {
  const { screen } = await openConversation('Shopping', { viewport: { width: 390, height: 800 } });
  await screen.open('/app');
  await screen.button('Show conversations').click();
  await screen
    .role('dialog')
    .link(/^Shopping/)
    .click();
  await chatOf(screen).composer.expectVisible();
  await screen.role('dialog').expectHidden();
});
