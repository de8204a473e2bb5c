import { expectScreenAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/shared-page.ts';

test('ACCT-37 ACCT-75 ACCT-82 a changed email address waits until both links are opened, one of them on another device, in all tabs', async ({
  page,
  context,
  browser,
  server,
  signIn,
  newUser,
}) => {
  const user = await newUser();
  const next = `new-${user.email}`;
  await signIn(page, user);
  await page.goto('/account/security');
  const field = page.getByRole('textbox', { name: 'New email address' });
  await field.fill(next);
  await page.keyboard.press('Enter');
  const pending = page.getByRole('status').filter({ hasText: `Waiting for the change to ${next}` });
  await expect(pending).toBeVisible();
  await expectScreenAccessible(page);

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(await server.lastMailLink(next));
  const confirm = { name: 'Confirm the change', exact: true };
  await phone.getByRole('button', confirm).click();
  await expect(phone.getByText('Confirm at the other address as well')).toBeVisible();
  await phone.context().close();

  const tab = await context.newPage();
  await tab.goto('/account/security');
  const waiting = tab.getByText(`Waiting for the change to ${next}`);
  await expect(waiting).toBeVisible();
  await page.goto(await server.lastMailLink(user.email));
  await page.getByRole('button', confirm).click();
  await expect(page.getByRole('heading', { name: 'Email address changed' })).toBeVisible();
  await expect(waiting).toBeHidden();
  await page.getByRole('link', { name: 'Open settings' }).click();
  const section = page.getByRole('region', { name: 'Email address', exact: true });
  await expect(section.getByText(next, { exact: true })).toBeVisible();
  await expect(pending).toBeHidden();
});
