import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { makeAssistant } from '../../fixtures/administration.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('USAGE-12 a field with an invalid value, and its message, are above the buttons of a dialog', async ({
  page,
  server,
}) => {
  const label = `Budgeted ${randomUUID().slice(0, 8)}`;
  await makeAssistant(server, label);
  await page.setViewportSize({ width: 1280, height: 800 });
  const screen = new AssistantsPage(page);
  await screen.open(`?q=${encodeURIComponent(label)}`);
  await screen.choose(label, 'Edit');
  const budget = screen.field('Monthly budget in tokens');
  // The field ends where the buttons start: a browser takes it to be in view.
  await budget.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await budget.fill('12');
  await screen.button('Save').click();
  const message = screen.dialog.getByText('Budget must be at least 1,000 tokens');
  await expect(message).toBeVisible();
  await expect(budget).toBeFocused();
  const box = async (locator: Locator) => {
    const found = await locator.boundingBox();
    if (!found) throw new Error('Not rendered');
    return found;
  };
  const { y, height } = await box(message);
  const { y: buttonsTop } = await box(screen.button('Save'));
  expect(y + height).toBeLessThan(buttonsTop);
});
