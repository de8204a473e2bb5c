import type { Page } from '@playwright/test';
import { startConversations } from '../../fixtures/conversations.ts';
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

test('INSTANT-01 a message that is sent before the app has started is sent once it has', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Early');
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

test('INSTANT-01 the Send button works before the app has started, also if it is pressed while the app starts', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Pressed');
  const clicked = await openBeforeStart(page);
  await clicked.field.fill('Clicked');
  await clicked.send.click();
  clicked.modules.release();
  await chat.expectReplied(1);

  const pressed = await openBeforeStart(page);
  await pressed.field.fill('Held down');
  await pressed.send.hover();
  await page.mouse.down();
  pressed.modules.release();
  await expect(pressed.layer).toHaveCount(0);
  await page.mouse.up();
  await chat.expectReplied(2);
  await expect(chat.mine.last()).toContainText('Held down');

  const moved = await openBeforeStart(page);
  await moved.field.fill('Not sent');
  await moved.send.hover();
  await page.mouse.down();
  await moved.field.hover();
  await page.mouse.up();
  moved.modules.release();
  await expect(chat.composer).toHaveValue('Not sent');
  await expect(chat.mine).toHaveCount(2);
});

test('INSTANT-01 draft, focus and caret are in the composer of the app, where the user continues to type', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Draft');
  await chat.composer.fill('Half a thought');
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

test('INSTANT-01 text that is typed while the storage is full is not lost', async ({
  page,
  openConversation,
}) => {
  const { chat } = await openConversation('Full');
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

for (const theme of ['light', 'dark'] as const)
  for (const [width, sidebar] of [
    [1280, ''],
    [1280, 'collapsed'],
    [390, ''],
  ] as const)
    test(`INSTANT-03 nothing moves and no colour changes when the app replaces the composer, ${theme}, ${width} px ${sidebar}`, async ({
      page,
      openConversation,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(
        ([mode, state]) => {
          localStorage.setItem('theme', mode);
          localStorage.setItem('homie.sidebar', state);
        },
        [theme, sidebar] as const,
      );
      const { chat } = await openConversation('Still');
      await chat.composer.fill('Two\nlines');
      const { field, modules, layer } = await openBeforeStart(page);
      await page.evaluate(() => document.fonts.ready);
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
      await field.focus();
      const before = await measure('#prerendered-screen');
      modules.release();
      await expect(layer).toHaveCount(0);
      await expect(chat.composer).toBeVisible();
      await chat.composer.focus();
      expect(await measure('#root')).toEqual(before);
      expect(before).toHaveLength(5);
    });
