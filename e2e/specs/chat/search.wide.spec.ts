import { startLongConversation } from '../../fixtures/long-conversation.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { resize } from '../../fixtures/resize.ts';

const isSearch = ({ endpoint }: { endpoint: string }) =>
  endpoint.startsWith('/conversations/search');

test('a bar navigates between all matches in a conversation, including those that are not loaded yet', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  const account = await signIn(page, await newUser());
  const { messages } = await startLongConversation(server, account, 'The garden', 120);
  const found = messages.filter(({ content }) => content.includes('shears'));
  expect(found).toHaveLength(12);
  const message = (at: number) => page.locator(`[data-message="${found.at(at)?.id}"]`);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.search.fill('SHEARS');
  await chat.found.getByRole('link').click();
  const bar = page.getByRole('region', { name: 'Matches in this conversation' });
  await expect(bar).toContainText('12 of 12');
  await expect(message(-1)).toBeInViewport();
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('homie-searched-words') ?? [])].map(String));
  await expect.poll(marked).toContain('shears');

  // Wraps around to the first match, which is loaded on demand and gets the focus.
  await page.keyboard.press('F3');
  await expect(bar).toContainText('1 of 12');
  await expect(message(0)).toBeInViewport();
  await expect(message(0)).toBeFocused();
  await expect(page.getByText('Match 1 of 12')).toBeAttached();

  // A press leaves the focus on the button. After scrolling, navigation continues from the current match.
  await bar.getByRole('button', { name: 'Next match' }).press('Enter');
  await expect(bar).toContainText('2 of 12');
  await expect(message(1)).toBeInViewport();
  await page.getByRole('region', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, 300);
  await expect(page).not.toHaveURL(/message=/);
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('3 of 12');
  await page.keyboard.press('Shift+Enter');
  await expect(bar).toContainText('2 of 12');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(message(1)).toBeFocused();
  expect(await marked()).toEqual([]);
});

test('a search without results says so, and a failed search can be retried', async ({
  openChat,
}) => {
  const { chat } = await openChat([]);
  await chat.search.fill('nowhere');
  await expect(chat.sidebar.getByText('No conversations match ‘nowhere’')).toBeVisible();

  const restore = await chat.cutCalls(isSearch);
  await chat.search.fill('elsewhere');
  await expect(chat.sidebar.getByText('The search failed')).toBeVisible();
  restore();
  await chat.sidebar.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.sidebar.getByText('No conversations match ‘elsewhere’')).toBeVisible();
});

test('debounces search requests while typing', async ({ openChat }) => {
  const { chat } = await openChat([]);
  const calls = chat.watchCalls();
  // In one task: between two keys, a busy computer may pause for longer than the page waits.
  await chat.search.evaluate((field) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (const text of ['r', 'ro', 'ros', 'rost', 'roste', 'roster']) {
      value?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(chat.sidebar.getByText('No conversations match ‘roster’')).toBeVisible();
  // Once for all keys; the page may repeat a search when its connection is back.
  const searched = calls.filter(isSearch).map(({ endpoint }) => endpoint);
  expect(new Set(searched)).toEqual(new Set(['/conversations/search?q=roster']));
});

test('Enter in the search field opens the first result', async ({ page, openChat }) => {
  const { chat, conversations } = await openChat(['Roster for May', 'Leave form', 'A new roster']);
  await chat.search.fill('roster');
  await expect(chat.found.getByRole('link').first()).toHaveText(/A new roster/);
  await chat.search.press('Enter');
  await expect(page).toHaveURL(new RegExp(`conversation=${conversations[2]?.id}`));
  await expect(chat.composer).toBeVisible();
});

test('a search result on a phone opens the conversation and closes the drawer', async ({
  page,
  openChat,
}) => {
  await resize(page, { width: 390, height: 844 });
  const { chat } = await openChat(['Shopping list']);
  await page.getByRole('button', { name: 'Show conversations' }).click();
  // Not the field, which would open the keyboard over the list.
  await expect(chat.dialog.getByRole('button', { name: 'New Chat' })).toBeFocused();
  await chat.search.fill('shop');
  // Escape clears the search and leaves the drawer open.
  await expect(chat.found.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(chat.search).toHaveValue('');
  await expect(chat.dialog).toBeVisible();
  await chat.search.fill('shop');
  await chat.found.getByRole('link').click();
  await expect(chat.dialog).toBeHidden();
  await expect(chat.composer).toBeVisible();
});
