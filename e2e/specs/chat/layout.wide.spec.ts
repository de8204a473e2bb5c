import { startConversations } from '../../fixtures/conversations.ts';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AppHeader } from '../../pages/app-header.ts';
import { Palette } from '../../pages/palette.ts';
import { ChatPage, isChange } from '../../pages/chat-page.ts';
import { Toasts } from '../../pages/toasts.ts';

ownPage(
  'does not move the focus if the user focuses another field while a conversation loads',
  async ({ page, openChat }) => {
    const {
      chat,
      conversations: [first],
    } = await openChat(['First']);
    const code = await holdRequests(page, /open-conversation/);
    await page.goto(`/app?conversation=${first?.id}`);
    await chat.search.focus();
    code.release();
    await expect(chat.composer).toBeVisible();
    await expect(chat.search).toBeFocused();
  },
);

test('reduced motion animates nothing, and forced colours outline the selected conversation', async ({
  page,
  openConversation,
}) => {
  await openConversation('Calm');
  await page.evaluate(() => {
    const seen = { moving: 0 };
    Object.assign(window, { seen });
    const count = () => {
      const moves = ({ effect }: Animation) =>
        Number(effect?.getComputedTiming().duration ?? 0) > 1;
      if (document.getAnimations().some(moves)) seen.moving += 1;
    };
    for (const type of ['animationstart', 'transitionrun']) addEventListener(type, count);
  });
  const countMoving = () => page.evaluate((): number => Reflect.get(window, 'seen').moving);
  const palette = new Palette(page);
  await palette.open();
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toBeHidden();
  expect(await countMoving()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await palette.open();
  // So the count finds animations.
  await expect.poll(countMoving).toBeGreaterThan(0);
  await page.keyboard.press('Escape');

  const countOutlined = () =>
    page.evaluate(() => {
      const row = document.querySelector('[aria-current=page]')?.closest('li');
      return [row, ...(row?.querySelectorAll('*') ?? [])].filter(
        (element) => element && getComputedStyle(element).outlineStyle === 'solid',
      ).length;
    });
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await expect.poll(countOutlined).toBeGreaterThan(0);
  await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(countOutlined).toBe(0);
});

test("ERR-05 a conversation ID that is unknown, malformed or another user's fails to load and shows the welcome screen", async ({
  page,
  signIn,
  newUser,
  server,
}) => {
  const [foreign] = await startConversations(server, demoAccounts.office, ['Private words']);
  await signIn(page, await newUser());
  for (const id of ['00000000-0000-4000-8000-00000000dead', 'nonsense', foreign?.id]) {
    await page.goto(`/app?conversation=${id}`);
    await new Toasts(page).expectError('Error', 'Failed to load messages');
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await expect(page).toHaveURL('/app');
    await expect(page.getByText('Private words')).toBeHidden();
  }
});

test('the whole welcome screen can be reached by scrolling at 400% zoom', async ({
  page,
  signIn,
}) => {
  await resize(page, { width: 320, height: 256 });
  await signIn(page, 'worker');
  await new ChatPage(page).open();
  const heading = page.getByRole('heading', { name: /^Welcome/ });
  await heading.scrollIntoViewIfNeeded();
  await expect(heading).toBeInViewport({ ratio: 1 });
  const newChat = page.getByRole('main').getByRole('button', { name: 'New Chat' });
  await newChat.scrollIntoViewIfNeeded();
  await expect(newChat).toBeInViewport({ ratio: 1 });
});

test('a short window shows the conversations in a drawer, and limits the height of the composer', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('On its side');
  await resize(page, { width: 844, height: 390 });
  await expect(chat.sidebar).toBeHidden();
  await chat.composer.fill('line\n'.repeat(40));
  const height = async () => (await chat.composer.boundingBox())?.height ?? 0;
  await expect.poll(height).toBeLessThanOrEqual(0.35 * 390);
  const messages = await page.getByRole('region', { name: 'Messages' }).boundingBox();
  expect(messages?.height).toBeGreaterThan(60);
  await new AppHeader(page).sidebarToggle.click();
  await expect(chat.dialog.getByRole('link', { name: 'On its side' })).toBeVisible();
});

test('a narrow row of the list truncates the assistant, never the time', async ({ openChat }) => {
  const { chat } = await openChat(['A conversation']);
  const line = chat.row('A conversation').locator('p').nth(1);
  const [assistant, time] = [line.locator('span').first(), line.locator('time')];
  await assistant.evaluate((span) => (span.textContent = 'Elsie - garden and tenancy '.repeat(3)));
  expect(await assistant.evaluate((span) => span.scrollWidth > span.clientWidth)).toBe(true);
  const [row, shown] = [await line.boundingBox(), await time.boundingBox()];
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(
    (row?.x ?? 0) + (row?.width ?? 0),
  );
  expect(await time.evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true);
});

test('a toast on a phone covers neither header, composer nor drawer, and can be dismissed', async ({
  page,
  openConversation,
}) => {
  await resize(page, { width: 390, height: 844 });
  const { chat } = await openConversation('Small screen');
  await chat.cutCalls(isChange('PUT'));
  const actions = page.getByRole('button', { name: 'Conversation actions' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  const toast = page.getByTestId('toast');
  await expect(toast).toBeVisible();
  await actions.click({ trial: true });
  await new AppHeader(page).sidebarToggle.click({ trial: true });
  await chat.composer.click({ trial: true });
  await new AppHeader(page).sidebarToggle.click();
  await chat.button('New Chat').click({ trial: true });
  await chat.row('Small screen').click({ trial: true });
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
});
