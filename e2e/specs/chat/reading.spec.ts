import { allowClipboard } from '../../fixtures/allow-clipboard.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { resize } from '../../fixtures/resize.ts';
import { Toasts } from '../../pages/toasts.ts';

const QUESTION = 'Which assistants may I use?';

test.beforeEach(async ({ page }) => {
  await resize(page, { width: 900, height: 480 });
});

test('OUT-01 TOAST-01 READ-01 a reader stays where they are until they press Jump to latest', async ({
  page,
  context,
  openLongConversation,
  replies,
  openConversation,
}) => {
  const { chat, thread, messages } = await openLongConversation('The garden', 40);
  await test.step('copies a reply as formatted and as plain text, and reports a rejected clipboard write', async () => {
    await allowClipboard(context);
    const listed = messages.findLast(({ content }) => content.includes('\n- rake'));
    const copy = thread.action(thread.message(listed?.id ?? ''), 'Copy');
    await copy.click();
    await expect(thread.announcement).toHaveText('Message copied.');
    const read = (type: string) =>
      page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read();
        return (await item?.getType(wanted))?.text();
      }, type);
    expect(await read('text/plain')).toBe(
      listed?.content.replace(' \n\n', '\n\n').replaceAll('\n- ', '\n• '),
    );
    expect(await read('text/html')).toMatch(/<li>rake<\/li>\s*<li>shears<\/li>/);

    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new Error('denied'));
    });
    await copy.click();
    const toasts = new Toasts(page);
    await toasts.expectError('Copy failed', 'Select the text and copy it yourself.');
    await toasts.expectClearOf(page.getByRole('heading', { level: 1 }).locator('..').locator('..'));
  });

  for (const [how, leave] of [
    ['a key', 'PageUp'],
    ['the beginning', 'Home'],
  ] as const)
    await test.step(`a streaming reply does not scroll a reader who left the end (${how})`, async () => {
      replies.hold();
      await chat.write(QUESTION);
      await expect(chat.replies.last()).toContainText(FIRST_WORDS);
      await thread.region.focus();
      await page.keyboard.press(leave);
      await thread.atRest();
      const seen = await thread.findFirstVisible();
      replies.finish();
      await expect(thread.jump).toContainText('new messages');
      await expect(thread.region.locator('[aria-busy=true]')).toHaveCount(0);
      await expect
        .poll(async () => Math.abs((await thread.measureTop(seen.id)) - seen.top))
        .toBeLessThan(1);

      await page.keyboard.press('End');
      await expect(thread.jump).toBeHidden();
      expect(await thread.fromEnd()).toBeLessThanOrEqual(1);
    });

  await test.step('sending a message scrolls to it from any position, and Jump to latest follows the end of its reply', async () => {
    await thread.wheel(-1200);
    await expect(thread.jump).toBeVisible();
    await expect(thread.jump).not.toContainText('new messages');
    replies.hold();
    await chat.write(QUESTION);
    await expect(thread.withText(QUESTION).last()).toBeInViewport();
    await expect(thread.jump).toBeHidden();
    // The whole reply is taller than the window.
    replies.finish();
    await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
    await expect(thread.withText(QUESTION).last()).toBeInViewport({ ratio: 1 });
    await thread.jump.click();
    await expect(thread.jump).toBeHidden();
    expect(await thread.fromEnd()).toBeLessThanOrEqual(1);
  });

  await test.step('announces the start and the end of a reply once, and does not announce its text', async () => {
    await openConversation('Spoken');
    await page.evaluate(() => {
      const announced: string[] = [];
      Object.assign(window, { announced });
      const listen = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]');
          const text = region?.textContent?.trim();
          if (text && announced.at(-1) !== text) announced.push(text);
        }
      });
      listen.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    replies.hold();
    await chat.write(QUESTION);
    await expect(chat.replies).toHaveAttribute('aria-busy', 'true');
    replies.finish();
    await chat.expectReplied(1);
    const announced = await page.evaluate(() => String(Reflect.get(window, 'announced')));
    expect(announced.match(/The assistant is replying/g)).toHaveLength(1);
    expect(announced.match(/Reply finished/g)).toHaveLength(1);
    expect(announced).not.toContain(FIRST_WORDS);
  });
});

test('returning restores the scroll position, and a smaller viewport keeps the end in view', async ({
  page,
  server,
  account,
  openLongConversation,
}) => {
  const { chat, thread, messages } = await openLongConversation('The garden', 120);
  await test.step('returning to a conversation restores its scroll position', async () => {
    await startConversations(server, account, ['Elsewhere']);
    for (let turn = 0; turn < 4; turn += 1) await thread.wheel(-1500);
    const seen = await thread.findFirstVisible();
    await chat.row('Elsewhere').click();
    await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
    await chat.row('The garden').click();
    await expect(thread.message(seen.id)).toBeInViewport();
    await thread.atRest();
    await expect
      .poll(async () => Math.abs((await thread.measureTop(seen.id)) - seen.top))
      .toBeLessThan(1);

    await thread.jump.click();
    await chat.row('Elsewhere').click();
    await expect(page.getByRole('heading', { name: 'Start the conversation' })).toBeVisible();
    await chat.row('The garden').click();
    await expect(thread.message(messages.at(-1)?.id ?? '')).toBeInViewport();
    expect(await thread.fromEnd()).toBeLessThanOrEqual(1);
  });

  await test.step("the end stays in view when the viewport shrinks, as with a phone's keyboard", async () => {
    await resize(page, { width: 390, height: 844 });
    await expect.poll(() => thread.fromEnd()).toBe(0);
    await resize(page, { width: 390, height: 500 });
    await expect.poll(() => thread.fromEnd()).toBe(0);
    await resize(page, { width: 844, height: 390 });
    await expect.poll(() => thread.fromEnd()).toBe(0);
  });
});
