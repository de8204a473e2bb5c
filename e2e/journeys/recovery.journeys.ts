import { readdir } from 'node:fs/promises';
import { serveFiles } from '../fixtures/file-origin.ts';
import { createChatPage } from './chat.ts';
import { expect, test } from './journey.ts';
import { NEW_CHAT, OTHER_NEW_CHAT, otherChat } from './prepare-releases.ts';
import type { Screen } from './screen.ts';

const CHAT_SCRIPTS = /^\/remotes\/chat\/.*\.js/;

/** Expects that the page was not reloaded. */
async function expectSamePage(screen: Screen) {
  const entries = () => performance.getEntriesByType('navigation');
  expect(await screen.tab.evaluate(entries, null)).toHaveLength(1);
  expect(await screen.tab.evaluate(() => 'journeyStarted' in window, null)).toBe(true);
}

const markPage = (screen: Screen) =>
  screen.tab.evaluate(() => Object.assign(window, { journeyStarted: true }) && null, null);

const failed = (screen: Screen) => screen.heading('The chat could not be loaded');

// A browser may take a script that it has loaded from its cache, even on a reload: each fault gets a new session.
test('a remote whose scripts fail to load fails alone, and Retry loads it without a reload', async ({
  relay,
  openScreen,
}) => {
  const screen = await openScreen('worker');
  relay.refuse(CHAT_SCRIPTS);
  await screen.open('/app');
  await failed(screen).expectVisible();
  await screen.button(/^Account of/).expectVisible();
  await markPage(screen);
  relay.restore();
  await screen.button('Retry').click();
  await screen.heading(/^Welcome/).expectVisible();
  await expectSamePage(screen);
});

test('an altered script is not executed, and Retry loads the remote once its hashes match', async ({
  relay,
  openScreen,
}) => {
  const screen = await openScreen('worker');
  relay.alter(CHAT_SCRIPTS);
  await screen.open('/app');
  await failed(screen).expectVisible();
  await screen.text('Technical details').click();
  await screen.text(/differs from the released file/).expectVisible();
  await screen.heading(/^Welcome/).expectHidden();
  await markPage(screen);
  relay.restore();
  await screen.button('Retry').click();
  await screen.heading(/^Welcome/).expectVisible();
  await expectSamePage(screen);
});

test('Retry loads the release, or the rollback, that was published while the page was open', async ({
  relay,
  chatReleases,
  openScreen,
}) => {
  const screen = await openScreen('worker');
  relay.refuse(CHAT_SCRIPTS);
  await screen.open('/app');
  await failed(screen).expectVisible();
  await markPage(screen);
  await chatReleases.release();
  relay.restore();
  await screen.button('Retry').click();
  await screen.button(OTHER_NEW_CHAT).first().expectVisible();
  await expectSamePage(screen);

  relay.refuse(CHAT_SCRIPTS);
  await screen.tab.reload();
  await failed(screen).expectVisible();
  await markPage(screen);
  await chatReleases.rollBack();
  relay.restore();
  await screen.button('Retry').click();
  await screen.button(NEW_CHAT).first().expectVisible();
  await expectSamePage(screen);
});

test('Retry loads a remote after the manifest failed to load', async ({ relay, openScreen }) => {
  const screen = await openScreen('worker');
  relay.refuse(/^\/remotes\.json/);
  await screen.open('/app');
  await screen.button('Retry').expectVisible();
  await markPage(screen);
  relay.restore();
  await screen.button('Retry').click();
  await screen.heading(/^Welcome/).expectVisible();
  await expectSamePage(screen);
});

test('a lazy module that failed to load is requested again on the next click, and an open page stays on its release until it is reloaded', async ({
  relay,
  chatReleases,
  openConversation,
}) => {
  const { screen } = await openConversation('Release');
  const chat = createChatPage(screen);
  await chat.composer.fill('Still there?');
  await markPage(screen);
  relay.refuse(CHAT_SCRIPTS);
  await screen.button('Commands').click();
  await screen.toast('Part of the page could not be loaded.', 'alert').expectVisible();
  relay.restore();
  await screen.button('Commands').click();
  await screen.role('dialog', 'Commands').role('combobox').expectFocused();
  await screen.press('Escape');
  await chat.composer.expectValue('Still there?');
  await expectSamePage(screen);

  await screen.button(NEW_CHAT).first().expectVisible();
  await chatReleases.release();
  await screen.button('Send').click();
  await chat.expectReplied(1);
  await screen.button(NEW_CHAT).first().expectVisible();
  await screen.tab.reload();
  await screen.button(OTHER_NEW_CHAT).first().expectVisible();
  await screen.button(NEW_CHAT).expectHidden();
});

test('a developer overrides the version of the chat in this browser and resets it', async ({
  openScreen,
}) => {
  const files = await readdir(otherChat());
  const entry = files.find((file) => /^remoteEntry-.*\.js$/.test(file)) ?? '';
  const origin = await serveFiles(otherChat());
  const screen = await openScreen('admin');
  await screen.open('/app');
  await screen.button(NEW_CHAT).first().expectVisible();
  await screen.button(/^Account of/).click();
  await screen.role('menuitem', /^Use another version/).click();
  const address = `${origin.url.replace('127.0.0.1', 'localhost')}/${entry}`;
  await screen
    .role('dialog')
    .role('textbox', /^Version or address/)
    .fill(address);
  await screen.button('Use and reload').click();
  await screen.button(OTHER_NEW_CHAT).first().expectVisible();
  await screen.button('Override of chat: reset').click();
  await screen.button(NEW_CHAT).first().expectVisible();
  origin.stop();
});
