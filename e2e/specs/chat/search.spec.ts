import { expectAccessible } from '../../fixtures/accessible.ts';
import { changeConversation, startConversations } from '../../fixtures/conversations.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { Thread } from '../../pages/thread.ts';

const isSearch = ({ endpoint }: { endpoint: string }) =>
  endpoint.startsWith('/conversations/search');

test('SEARCH-04 search finds titles and text, by keyboard too', async ({
  openChat,
  page,
  server,
  openConversation,
}) => {
  const {
    chat,
    conversations: [first],
  } = await openChat(['Talk one', 'Talk two', 'Roster for May', 'Leave form', 'A new roster']);
  await test.step('search finds titles case-insensitively and highlights the match', async () => {
    await chat.search.fill('ROSTER');
    await expect(chat.found.getByRole('link')).toHaveCount(2);
    await expect(chat.found.locator('mark')).toHaveText(['roster', 'Roster']);
    await expect(chat.list).toBeHidden();
    await chat.search.fill('leave');
    await expect(chat.found.getByRole('link', { name: 'Leave form' })).toBeVisible();
    await expect(chat.found.getByRole('link')).toHaveCount(1);
  });

  await test.step('arrow keys move through the results; Escape clears the search and restores the focus', async () => {
    await chat.search.fill('talk');
    await expect(chat.found.getByRole('link')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await expect(chat.found.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(chat.found.getByRole('link').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`conversation=${first?.id}`));
    await expect(chat.search).toHaveValue('talk');
    // The focus moves to the composer; the results stay open.
    await expect(chat.composer).toBeFocused();

    await chat.found.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(chat.search).toBeFocused();
    await expect(chat.search).toHaveValue('');
    await expect(chat.row('Talk one')).toBeVisible();
  });

  await test.step('search finds the text of a message and opens it; New Chat clears it', async () => {
    const { account, conversation } = await openConversation('About the house');
    await startConversations(server, account, ['Elsewhere']);
    await chat.write('The <b>boiler</b> hums at night, 100%_sure.');
    await chat.expectReplied(1);
    await page.goto('/app');

    await chat.search.fill('b>boiler</b> hums');
    const hit = chat.found.getByRole('link', { name: /About the house/ });
    await expect(hit.locator('mark')).toHaveText('b>boiler</b> hums');
    await expect(hit).toContainText('You: The <b>boiler</b> hums at night');
    await hit.click();
    await expect(page).toHaveURL(
      new RegExp(`conversation=${conversation.id}&assistant=[\\w-]+&message=[\\w-]+`),
    );
    await expect(chat.mine.first()).toContainText('boiler');
    await expect(chat.mine.first()).toBeInViewport();
    await expect(chat.mine.first()).toHaveAttribute('data-target-message');
    // The end is in view as well.
    await expect(new Thread(page).jump).toBeHidden();

    // SQL wildcards match literally.
    await chat.search.fill('100%_sure');
    await expect(chat.found.locator('mark')).toHaveText('100%_sure');
    await chat.search.fill('1__%');
    await expect(page.getByText('No conversations match ‘1__%’')).toBeVisible();

    await chat.newChat.click();
    await page.keyboard.press('Escape');
    await expect(chat.search).toHaveValue('');
    await expect(chat.row('Elsewhere')).toBeVisible();
  });
});

ownPage(
  'INSTANT-26 INSTANT-27 results on this device stay in place when the server answers; offline, a line says that only these were searched',
  async ({ page, context, server, openConversation }) => {
    const { chat, account } = await openConversation('About the boiler');
    await chat.write('It hums at night.');
    await chat.expectReplied(1);
    const [old] = await startConversations(server, account, ['It hummed before']);
    await changeConversation(server, account, old?.id ?? '', { archived: true });
    const messages = page.waitForResponse((response) =>
      /conversations\/[^/]+\/messages/.test(response.request().postData() ?? ''),
    );
    await page.goto('/app');
    // Of the latest conversations, when the page is idle.
    await messages;

    const held = await chat.holdCalls(isSearch);
    await chat.search.fill('HUM');
    const hit = chat.found.getByRole('link', { name: /About the boiler/ });
    await expect(hit).toContainText('You: It hums at night.');
    await expect(hit.locator('mark')).toHaveText('hum');
    const before = await hit.boundingBox();
    held.release();
    await expect(chat.found.getByRole('link')).toHaveText([/About the boiler/, /It hummed before/]);
    expect(await hit.boundingBox()).toEqual(before);

    await context.setOffline(true);
    await chat.search.fill('night');
    await expect(hit.locator('mark')).toHaveText('night');
    await expect(chat.sidebar).toContainText('Only conversations on this device were searched.');
    await expectAccessible(page, 'search, [aria-label="Search results"]');
  },
);
