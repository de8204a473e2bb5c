import { createChatPage } from './chat.ts';
import { expect, test } from './journey.ts';
import type { Screen } from './screen.ts';

const theme = (screen: Screen) =>
  screen.tab.evaluate(() => document.documentElement.dataset['theme'], null);

/** Returns whether the page scrolls horizontally. */
const isTooWide = (screen: Screen) =>
  screen.tab.evaluate(() => document.documentElement.scrollWidth > innerWidth, null);

test('follows the dark theme and reduced motion settings of the operating system, until another theme is selected, which persists', async ({
  openConversation,
}) => {
  const { screen } = await openConversation('Calm', { colorScheme: 'dark', reducedMotion: true });
  await createChatPage(screen).composer.expectVisible();
  expect(await theme(screen)).toBe('dark');
  await screen.press('Mod+k');
  await screen.role('dialog', 'Commands').expectVisible();
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1).length;
  expect(await screen.tab.evaluate(moving, null)).toBe(0);
  const reduces = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
  expect(await screen.tab.evaluate(reduces, null)).toBe(true);

  await screen.press('Escape');
  await screen.role('dialog').expectHidden();
  await screen.button(/^Theme/).click();
  await screen.role('menuitemradio', 'Light').click();
  await expect.poll(() => theme(screen)).toBe('light');
  await screen.tab.reload();
  await createChatPage(screen).composer.expectVisible();
  expect(await theme(screen)).toBe('light');
});

test('at phone width and 200% zoom the drawer opens a conversation, a message can be sent, and the page does not overflow', async ({
  openConversation,
}) => {
  const viewport = { width: 780, height: 1000 };
  const { screen } = await openConversation('Shopping', { viewport, zoom: 2 });
  const chat = createChatPage(screen);
  expect(await screen.tab.evaluate(() => [devicePixelRatio, innerWidth], null)).toEqual([2, 390]);
  await screen.open('/app');
  await screen.button(/^Show conversations/).click();
  await screen
    .role('dialog')
    .link(/^Shopping/)
    .click();
  await screen.role('dialog').expectHidden();
  await chat.send('Readable?');
  await chat.expectReplied(1);
  await chat.composer.expectWhollyVisible();
  expect(await isTooWide(screen)).toBe(false);
});

test('outlines the selected conversation in forced-colours mode', async ({
  engine,
  openConversation,
}) => {
  const { screen } = await openConversation('Contrast', { forcedColors: true });
  await createChatPage(screen).composer.expectVisible();
  const outline = () => {
    const link = document.querySelector('[aria-current=page]');
    const row = link?.closest('li') ?? link;
    const outlined = [row, ...(row?.querySelectorAll('*') ?? [])].filter(
      (element) => element && getComputedStyle(element).outlineStyle === 'solid',
    );
    return { isForced: matchMedia('(forced-colors: active)').matches, count: outlined.length };
  };
  const { isForced } = await screen.tab.evaluate(outline, null);
  // WebKit has no forced colours on any platform.
  expect(isForced).toBe(engine !== 'webkit');
  // The list may load after the conversation.
  await expect
    .poll(async () => (await screen.tab.evaluate(outline, null)).count > 0)
    .toBe(isForced);
});
