import { expect, test } from '../../fixtures/shared-page.ts';

const LINES = Array.from({ length: 30 }, (_, index) => `Line ${index + 1} of the handover`);
const TEXT = [...LINES.slice(0, 29), 'Line 30 tells of the aquarium'].join('\n');

test('a long message of the user is collapsed, expands and collapses with a button, and stays in place', async ({
  page,
  openLongConversation,
}) => {
  const { chat, thread } = await openLongConversation('Handover', 30);
  await chat.composer.fill(TEXT);
  await chat.sendAndWait();
  const message = thread.withText('Line 1 of the handover');
  const more = message.getByRole('button', { name: 'Show more' });
  const less = message.getByRole('button', { name: 'Show less' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const id = (await message.getAttribute('data-message')) ?? '';
  await thread.atRest();
  const folded = (await message.boundingBox())?.height ?? 0;
  const top = await thread.measureTop(id);

  await more.focus();
  await page.keyboard.press('Enter');
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  await expect(less).toBeFocused();
  await thread.atRest();
  expect(await thread.measureTop(id)).toBeCloseTo(top, 0);
  expect((await message.boundingBox())?.height).toBeGreaterThan(folded + 300);

  // It stays expanded after it was scrolled out of view.
  await thread.wheel(-3000);
  await expect(message).not.toBeInViewport();
  await thread.jump.click();
  await less.click();
  await expect(more).toBeInViewport();
  await thread.atRest();
  expect((await message.boundingBox())?.height).toBeCloseTo(folded, 0);
  expect(await thread.measureTop(id)).toBeGreaterThanOrEqual(0);
});

test('a search match in a long message of the user expands it', async ({
  page,
  openLongConversation,
}) => {
  const { chat, thread } = await openLongConversation('Handover', 20);
  await chat.composer.fill(TEXT);
  await chat.sendAndWait();
  const message = thread.withText('Line 1 of the handover');
  await expect(message.getByRole('button', { name: 'Show more' })).toBeVisible();
  await chat.search.fill('aquarium');
  await chat.found.getByRole('link').first().click();
  await expect(message.getByRole('button', { name: 'Show less' })).toBeVisible();
  await page.reload();
  await expect(message.getByRole('button', { name: 'Show less' })).toBeVisible();
});
