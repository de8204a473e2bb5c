import { randomUUID } from 'node:crypto';
import { test } from './journey.ts';

test('ACCT-82 a user signs in with a link by email, which works once, and changes the email address, which both addresses confirm', async ({
  server,
  newUser,
  openScreen,
}) => {
  const { email } = await newUser();
  const screen = await openScreen();
  await screen.open('/auth/sign-in');
  await screen.field('Email').fill(email);
  await screen.button('Email me a sign-in link').click();
  await screen.heading('Check your inbox').expectVisible();
  const link = await server.lastMailLink(email);
  await screen.open(link);
  await screen.button('Sign in').click();
  await screen.expectAddress(/\/app$/);
  await screen.heading(/^Welcome/).expectVisible();

  const next = `new-${email}`;
  await screen.open('/account/security');
  await screen.role('textbox', 'New email address').fill(next);
  await screen.press('Enter');
  await screen.text(/^Waiting for the change to/).expectVisible();
  await screen.open(await server.lastMailLink(next));
  await screen.button('Confirm the change').click();
  await screen.text(/Confirm at the other address as well/).expectVisible();
  await screen.open(await server.lastMailLink(email));
  await screen.button('Confirm the change').click();
  await screen.heading('Email address changed').expectVisible();
  await screen.link('Open settings').click();
  const section = screen.role('region', 'Email address');
  await section.text(next).expectCount(1);

  const other = await openScreen();
  await other.open(link);
  await other.button('Sign in').click();
  await other.heading('This link no longer works').expectVisible();
});

test('ACCT-82 a user signs in through the identity provider of their organisation', async ({
  identityProvider,
  openScreen,
}) => {
  const login = randomUUID();
  const email = `${login}@sso.example`;
  identityProvider.users.set(login, { email, email_verified: true });
  const screen = await openScreen();
  await screen.open('/auth/sign-in');
  await screen.field('Email').fill(email);
  await screen
    .text(/^Your organisation signs in with/)
    .containing('Okta')
    .expectVisible();
  await screen.press('Enter');
  await screen.heading('Identity provider').expectVisible();
  await screen.role('textbox', 'Login').fill(login);
  await screen.press('Enter');
  // The page of the provider has a button of this name, too.
  await screen.heading('Your information').expectVisible();
  await screen.button('Continue').click();
  await screen.expectAddress(/\/app$/);
  await screen.heading(/^Welcome/).expectVisible();
});
