import type { Page } from '@playwright/test';
import { readMessages, startConversations } from '../../fixtures/conversations.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, test } from '../../fixtures/test.ts';

const prerendered = (page: Page) => page.locator('#prerendered-screen');

/** Opens a conversation again without the modules of the app, so that only the prerendered composer is there. */
async function openBeforeStart(page: Page) {
  const modules = await holdRequests(page, /\/assets\/app-[^/]+\.js/);
  await page.reload({ waitUntil: 'commit' });
  const layer = prerendered(page);
  const field = layer.getByRole('textbox', { name: 'Message' });
  await expect(field).toBeVisible();
  return { layer, field, send: layer.getByRole('button', { name: 'Send' }), modules };
}

test('INSTANT-01 before the app has started a message is sent by key and button, and a draft is continued, also while the storage is full', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, account, conversation } = await openConversation('Early');

  await test.step('a message that is sent before the app has started is sent once it has', async () => {
    const { field, send, modules, layer } = await openBeforeStart(page);
    await expect(field).toBeFocused();
    await expect(send).toBeDisabled();
    await page.keyboard.type('First line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await expect(send).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.type(' and more');
    await expect(field).toHaveValue('First line\nsecond line');
    modules.release();
    await expect(layer).toHaveCount(0);
    await expect(chat.mine).toHaveText(/First line\s*second line/);
    await chat.expectReplied(1);
    await expect(chat.composer).toHaveValue('');
    await expect(chat.composer).toBeFocused();
  });

  await test.step('a Send button that is pressed while the app starts sends', async () => {
    const pressed = await openBeforeStart(page);
    await pressed.field.fill('Held down');
    await pressed.send.hover();
    await page.mouse.down();
    pressed.modules.release();
    await expect(pressed.layer).toHaveCount(0);
    await page.mouse.up();
    await chat.expectReplied(2);
    await expect(chat.mine.last()).toContainText('Held down');
  });

  await test.step('a pointer that leaves the Send button sends nothing', async () => {
    const moved = await openBeforeStart(page);
    await moved.field.fill('Half a thought');
    await moved.send.hover();
    await page.mouse.down();
    await moved.field.hover();
    await page.mouse.up();
    moved.modules.release();
    await expect(chat.composer).toHaveValue('Half a thought');
    await expect(chat.mine).toHaveCount(2);
  });

  await test.step('draft, focus and caret are in the composer of the app, where the user continues to type', async () => {
    const { field, modules, layer } = await openBeforeStart(page);
    await expect(field).toHaveValue('Half a thought');
    await field.press('Home');
    await page.keyboard.type('Only h');
    await page.keyboard.press('Delete');
    modules.release();
    await expect(layer).toHaveCount(0);
    await expect(chat.composer).toHaveValue('Only half a thought');
    await expect(chat.composer).toBeFocused();
    await page.keyboard.type('HALF ');
    await expect(chat.composer).toHaveValue('Only hHALF alf a thought');
  });

  await test.step('the Send button works, and text that is typed while the storage is full is not lost', async () => {
    const clicked = await openBeforeStart(page);
    await clicked.field.fill('Clicked');
    await clicked.send.click();
    clicked.modules.release();
    await expect.poll(() => readMessages(server, account, conversation.id)).toHaveLength(6);
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const { field, modules } = await openBeforeStart(page);
    await field.fill('Only here');
    modules.release();
    await expect(chat.composer).toHaveValue('Only here');
  });
});

test('without a session, and for a conversation that is gone, the app shows its own screen', async ({
  page,
  server,
  newUser,
  signIn,
}) => {
  const account = await newUser();
  const [own] = await startConversations(server, account, ['Mine']);
  const other = await newUser();
  await page.goto(`/app?conversation=${own?.id}`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(prerendered(page)).toHaveCount(0);

  await signIn(page, other);
  await page.goto(`/app?conversation=${own?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(prerendered(page)).toHaveCount(0);
});

test('INSTANT-03 nothing moves and no colour changes when the app replaces the composer, in either theme, wide, collapsed and on a phone', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Still');
  await chat.composer.fill('Two\nlines');
  const measure = (root: string) =>
    page.locator(`${root} textarea`).evaluate((composer) => {
      const frame = composer.parentElement;
      const buttons = [...(frame?.querySelectorAll('button') ?? [])];
      return [frame, composer, ...buttons].map((element) => {
        if (!element) return null;
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, borderColor, fontSize } = getComputedStyle(element);
        return [x, y, width, height, color, backgroundColor, borderColor, fontSize];
      });
    });
  for (const [theme, width, sidebar] of [
    ['light', 1280, ''],
    ['dark', 1280, 'collapsed'],
    ['light', 390, ''],
    ['dark', 390, ''],
  ] as const) {
    await test.step(`${theme}, ${width} px ${sidebar}`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(
        ([mode, state]) => {
          localStorage.setItem('theme', mode);
          localStorage.setItem('homie.sidebar', state);
        },
        [theme, sidebar] as const,
      );
      const { field, modules, layer } = await openBeforeStart(page);
      await page.evaluate(() => document.fonts.ready);
      await field.focus();
      const before = await measure('#prerendered-screen');
      modules.release();
      await expect(layer).toHaveCount(0);
      await expect(chat.composer).toBeVisible();
      await chat.composer.focus();
      expect(await measure('#root')).toEqual(before);
      expect(before).toHaveLength(5);
    });
  }
});
