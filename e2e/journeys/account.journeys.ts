import { randomUUID } from 'node:crypto';
import { requestSession } from '../fixtures/accounts.ts';
import { startConversations } from '../fixtures/conversations.ts';
import { createChatPage } from './chat.ts';
import { expect, test } from './journey.ts';

test('a user signs up, confirms the email address and reaches the chat', async ({
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
  await screen.button('Continue').click();
  await screen.expectAddress(/\/app$/);
  await screen.heading(/^Welcome/).expectVisible();
});

test('a user resets the password by email on another device and is signed in there', async ({
  server,
  newUser,
  openScreen,
}) => {
  const { email } = await newUser();
  const desk = await openScreen();
  await desk.open('/auth/sign-in');
  await desk.field('Email').fill(email);
  await desk.button('Reset Password').click();
  await desk.heading('Check your inbox').expectVisible();

  const other = await openScreen();
  await other.open(await server.lastMailLink(email));
  await other.field('New Password').fill('another-password');
  await other.field('Confirm New Password').fill('another-password');
  await other.button('Update Password').click();
  await other.expectAddress(/\/app$/);
  const session = await requestSession(server, { email, password: 'another-password' });
  expect(session.access_token).toBeTruthy();
});

test('a user signs in and out by keyboard alone, also before the app has started, and a deep link opens after sign-in', async ({
  server,
  relay,
  newUser,
  openScreen,
}) => {
  const { email, password } = await newUser();
  const screen = await openScreen();
  const openBeforeStart = async () => {
    relay.hold(/^\/environment\.json/);
    await screen.open('/auth/sign-in');
    await screen.field('Email').click();
  };
  const expectChat = async () => {
    await screen.expectAddress(/\/app$/);
    await screen.heading(/^Welcome/).expectVisible();
  };
  const signOut = async () => {
    await screen.button(/^Account of/).click();
    await screen.role('menuitem', 'Sign Out').click();
    await screen.button('Complete Sign Out').click();
    await screen.expectAddress(/\/auth\/sign-in$/);
  };

  await test.step('a user who is typing when the app starts continues in the same field', async () => {
    await openBeforeStart();
    await screen.type(email.slice(0, 5));
    relay.restore();
    // The app enables this button, the prerendered form does not.
    await screen.button('Reset Password').expectEnabled();
    await screen.type(email.slice(5));
    await screen.press('Tab');
    await screen.type(password);
    await screen.press('Enter');
    await expectChat();
  });

  await test.step('after sign-out, /app redirects to sign-in', async () => {
    await signOut();
    await screen.open('/app');
    await screen.expectAddress(/\/auth\/sign-in$/);
  });

  await test.step('a user signs in before the app has started, and is signed in once it has', async () => {
    await openBeforeStart();
    await screen.type(email);
    await screen.press('Tab');
    await screen.type(password);
    await screen.press('Enter');
    relay.restore();
    await expectChat();
  });

  await test.step('a deep link prompts for sign-in and then opens the conversation', async () => {
    const [conversation] = await startConversations(server, { email, password }, ['Deep link']);
    await signOut();
    await screen.open(`/app?conversation=${conversation?.id}`);
    await screen.expectAddress(/\/auth\/sign-in/);
    await screen.tabTo(screen.field('Email'));
    await screen.type(email);
    await screen.tabTo(screen.field('Password'));
    await screen.type(password);
    await screen.press('Enter');
    await screen.expectAddress(new RegExp(`/app\\?conversation=${conversation?.id}`));
    await createChatPage(screen).composer.expectVisible();
  });
});
