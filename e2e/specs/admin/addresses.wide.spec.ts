import { randomUUID } from 'node:crypto';
import { expect, test } from '../../fixtures/shared-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('reports a missing record in a dialog, and shows the list behind it', async ({ page }) => {
  for (const [address, noun] of [
    [`assistants?delete=${randomUUID()}`, 'assistant'],
    ['assistants?open=x', 'assistant'],
    [`participants?delete=${randomUUID()}`, 'participant'],
    ['participants?open=%27', 'participant'],
    [`participants?workers=${randomUUID()}`, 'participant'],
    ['users?open=null', 'user'],
  ] as const) {
    await page.goto(`/admin/${address}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`We can't find this ${noun}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('table').getByRole('rowheader').first()).toBeVisible();
  }
});
