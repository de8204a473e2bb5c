import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { grantToUser, makeAssistant } from '../../fixtures/administration.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { listCopies, readCopies, storeCopies } from '../../fixtures/device-copies.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { callRest, readUser } from '../../fixtures/records.ts';
import { FUNCTION, openStored, WORDS } from '../../fixtures/stored-copies.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage, type Call } from '../../pages/chat-page.ts';

/** Waits until the copies of the page contain what it shows. */
const expectStored = (page: Page, ids: readonly string[]) =>
  expect.poll(async () => (await listCopies(page)).toSorted()).toEqual(ids.toSorted());

test.describe('copies on the device', () => {
  test.beforeEach(({ context }) => storeCopies(context, 'device'));

  test('INSTANT-05 INSTANT-07 INSTANT-50 a copy of an earlier visit is there when it is pressed, no toast covers it while the server cannot be reached, and it is deleted with the session', async ({
    page,
    newUser,
    signIn,
    openConversation,
  }) => {
    const { chat } = await openStored(page, openConversation);
    await test.step('a conversation of an earlier visit is there when it is pressed', async () => {
      const held = await holdRequests(page, FUNCTION);
      await chat.open();
      await chat.row('Roses').click();
      await expect(chat.mine).toContainText(WORDS);
      held.release();
    });

    await test.step('no toast covers a copy while the server cannot be reached', async () => {
      const restore = await chat.cutCalls(() => true);
      let attempts = 0;
      let failOthers = () => {};
      const messagesFailed = new Promise<void>((resolve) => (failOthers = resolve));
      await page.route(FUNCTION, async (route) => {
        const { endpoint } = route.request().postDataJSON() as Call;
        if (endpoint.includes('/messages')) attempts += 1;
        if (attempts === 3) failOthers();
        if (!endpoint.includes('/messages')) await messagesFailed;
        await route.fallback();
      });
      await page.reload();
      await expect(chat.mine).toContainText(WORDS);
      await expect(
        page.getByRole('status').filter({ hasText: 'Saved copy, just now' }),
      ).toBeVisible();
      // The list fails after the last attempt of the messages, and is retried: a toast of theirs would be there by now.
      await expect(page.getByTestId('toast').filter({ hasText: 'conversations' })).toBeVisible();
      // Not polled: it would disappear by itself.
      expect(await page.getByTestId('toast').filter({ hasText: 'messages' }).count()).toBe(0);
      restore();
    });

    await test.step('the copies of one user are deleted when another signs in, and when the session is gone', async () => {
      const [first] = await readCopies(page);
      await signIn(page, await newUser());
      await chat.open();
      await expect(page.getByText('No conversations yet')).toBeVisible();
      await expect.poll(() => listCopies(page)).toEqual(['list']);
      const [second] = await readCopies(page);
      expect(second?.name).not.toBe(first?.name);

      await page.evaluate(() => localStorage.clear());
      await chat.open();
      await expect(page).toHaveURL('/auth/sign-in');
      await expect.poll(() => readCopies(page)).toEqual([]);
    });
  });

  test('INSTANT-09 revoked access removes the copies within 5 s; a deleted conversation is removed too', async ({
    page,
    server,
    signIn,
    newUser,
  }) => {
    const account = await newUser();
    const user = await readUser(server, account.email);
    const assistant = await makeAssistant(server, `Garden ${randomUUID().slice(0, 8)}`);
    await grantToUser(server, assistant, user?.id ?? '');
    const [stored, deleted] = await startConversations(server, account, ['Kept', 'Deleted']);
    const lost = randomUUID();
    const row = { id: lost, title: 'Lost', user_id: user?.id, assistant_id: assistant };
    await callRest(server, 'conversations', { method: 'POST', body: JSON.stringify(row) });
    await signIn(page, account);
    const chat = new ChatPage(page);
    await chat.open(stored);
    const ids = [stored?.id ?? '', 'list'];
    await expectStored(page, [...ids, lost, deleted?.id ?? '']);

    await callRest(server, `conversations?id=eq.${deleted?.id}`, { method: 'DELETE' });
    await expectStored(page, [...ids, lost]);

    await callRest(server, `assistant_access?assistant_id=eq.${assistant}&user_id=eq.${user?.id}`, {
      method: 'DELETE',
    });
    await expect(async () => expect(await listCopies(page)).not.toContain(lost)).toPass({
      timeout: 5000,
    });
    // What is on the screen has been read again, and is stored again.
    await expectStored(page, ids);
    await page.goto(`/app?conversation=${lost}`);
    await expect(page.getByRole('heading', { name: 'Welcome to Second Homie' })).toBeVisible();
    await expectStored(page, ids);
  });

  test('INSTANT-11 the app works if the storage is deleted, refused or of a later version', async ({
    page,
    openConversation,
  }) => {
    const { chat, conversation } = await openStored(page, openConversation);
    const [stored] = await readCopies(page);
    await page.evaluate((name) => {
      indexedDB.deleteDatabase(name);
    }, stored?.name ?? '');
    await chat.write('And which tulips?');
    await chat.expectReplied(2);
    await expect.poll(() => readCopies(page)).toEqual([]);

    await page.evaluate((name) => {
      const opening = indexedDB.open(name, 99);
      opening.addEventListener('success', () => opening.result.close());
    }, stored?.name ?? '');
    await page.reload();
    await expect(chat.replies).toHaveCount(2);

    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Storage is blocked', 'SecurityError');
      };
      Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse });
      Object.defineProperty(IDBFactory.prototype, 'databases', { value: refuse });
    });
    await chat.open(conversation);
    await expect(chat.replies).toHaveCount(2);
    await chat.write('And which lilies?');
    await chat.expectReplied(3);
    await expect(page.getByTestId('toast')).toHaveCount(0);
  });

  test('INSTANT-13 the first visit loads the code of copies once the conversations are there: at most 6 KB', async ({
    page,
    signIn,
    newUser,
  }) => {
    await signIn(page, await newUser());
    const lists = await holdRequests(page, FUNCTION);
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (/local-copies-[^/]+\.js$/.test(request.url()))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await new ChatPage(page).open();
    await expect(page.getByText('Loading conversations')).toBeAttached();
    await expect(page.getByRole('textbox', { name: 'First message' })).toBeVisible();
    expect(sizes).toHaveLength(0);
    lists.release();
    // Fetched to check its hash, then imported: a test that holds requests has no cache.
    await expect.poll(() => sizes.length).toBe(2);
    for (const size of await Promise.all(sizes)) expect(size).toBeLessThanOrEqual(6000);
  });
});

test('INSTANT-12 INSTANT-23 an environment with the setting memory or off stores nothing, registers no worker, and deletes what was stored', async ({
  page,
  context,
  openConversation,
}) => {
  await storeCopies(context, 'device');
  const { chat, conversation } = await openStored(page, openConversation);
  for (const [index, setting] of (['memory', 'off'] as const).entries()) {
    await test.step(setting, async () => {
      await context.unrouteAll({ behavior: 'wait' });
      await storeCopies(context, setting);
      await page.reload();
      await chat.expectReplied(index + 1);
      await expect.poll(() => readCopies(page)).toEqual([]);
      await chat.write('And which tulips?');
      await chat.expectReplied(index + 2);
      expect(await readCopies(page)).toEqual([]);
      const registered = await page.evaluate(() => navigator.serviceWorker.getRegistrations());
      expect(registered).toEqual([]);
    });
    await context.unrouteAll({ behavior: 'wait' });
    await storeCopies(context, 'device');
    await page.reload();
    await expectStored(page, [conversation.id, 'list']);
  }
});
