import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { recordAudit } from '../../fixtures/audit.ts';
import { callRest } from '../../fixtures/records.ts';
import { allowClipboard } from '../../fixtures/allow-clipboard.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage } from '../../pages/audit-page.ts';
import { Toasts } from '../../pages/toasts.ts';
import type { RunningServer } from '../../fixtures/server.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

async function participantAssistant(server: RunningServer) {
  const path =
    'assistants?select=id,label,participant:participants(id,display_name)&kind=eq.participant&limit=1';
  const [row]: [{ id: string; label: string; participant: { id: string; display_name: string } }] =
    await (await callRest(server, path)).json();
  return row;
}

test('AUDIT-26 AUDIT-27 AUDIT-28 AUDIT-29 AUDIT-30 AUDIT-31 AUDIT-32 AUDIT-33 a row opens a sheet with every value of the entry, each with a copy button', async ({
  page,
  context,
  server,
}) => {
  await allowClipboard(context);
  const { email } = demoAccounts.worker;
  const user_id = await userId(server, demoAccounts.worker);
  const { id: assistant_id, label, participant } = await participantAssistant(server);
  const conversation_id = randomUUID();
  // In the order in which the database stores keys.
  const meta = { word: randomUUID(), run_id: 'resp_1' };
  const entry = { action: 'run_succeeded', user_id, assistant_id, conversation_id, meta };
  const id = await recordAudit(server, entry);
  const [{ created_at }]: [{ created_at: string }] = await (
    await callRest(server, `audit_logs?select=created_at&id=eq.${id}`)
  ).json();
  const utc = new Date(created_at).toISOString().replace('T', ' ').slice(0, 19);

  const audit = new AuditPage(page);
  await audit.open(`?q=${meta.word}`);
  await audit.rows.first().getByText('run succeeded').click();
  await expect(audit.sheet).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`entry=${id}`));
  await expect(audit.sheet.getByText(`${utc} UTC`, { exact: true })).toBeVisible();
  await expect(audit.sheet.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d AE[DS]T$/)).toBeVisible();
  for (const text of ['run succeeded', email, user_id, label, assistant_id])
    await expect(audit.sheet.getByText(text, { exact: true })).toBeVisible();
  for (const text of [participant.display_name, participant.id, conversation_id])
    await expect(audit.sheet.getByText(text, { exact: true })).toBeVisible();
  await expect(audit.sheet.locator('pre')).toHaveText(JSON.stringify(meta, null, 2));
  await expect(
    audit.sheet.getByText('This log holds trace fields for debugging model interactions.'),
  ).toBeVisible();

  const toasts = new Toasts(page);
  for (const [name, value] of [
    ['User ID', user_id],
    ['User email', email],
    ['Assistant ID', assistant_id],
    ['Participant ID', participant.id],
    ['Conversation ID', conversation_id],
    ['Metadata', JSON.stringify(meta, null, 2)],
  ] as const) {
    await audit.copy(name).click();
    await toasts.expectSuccess('Copied', `${name} copied to clipboard`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await audit.copy('User ID').click();
  await toasts.expectError('Copy failed', 'Could not copy to clipboard');

  const [tab, request] = await Promise.all([
    page.waitForEvent('popup'),
    context.waitForEvent('request', (request) => request.isNavigationRequest()),
    audit.sheet.getByRole('link', { name: /^Open conversation/ }).click(),
  ]);
  expect(new URL(request.url()).pathname).toBe('/app');
  expect(new URL(request.url()).search).toBe(`?conversation=${conversation_id}`);
  await tab.close();

  await page.keyboard.press('Escape');
  await expect(audit.sheet).toBeHidden();
  await expect(audit.rows.first().getByRole('button', { name: /^Details of / })).toBeFocused();
});

test('AUDIT-26 AUDIT-33 Previous and Next open the neighbouring entries, across pages, and each entry has a link', async ({
  page,
  server,
}) => {
  const word = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  const oldest = await recordAudit(server, { action: 'login', user_id, meta: { word } });
  const middle = await recordAudit(server, { action: 'denied', user_id, meta: { word } });
  const newest = await recordAudit(server, { action: 'upload_file', user_id, meta: { word } });

  const audit = new AuditPage(page);
  await audit.open(`?q=${word}&size=1`);
  await audit.rows
    .first()
    .getByRole('button', { name: /^Details of upload file/ })
    .press('Enter');
  await expect(audit.sheet.getByText(newest, { exact: true })).toBeVisible();
  // No trace fields, no banner.
  await expect(audit.sheet.getByText(/trace fields/)).toBeHidden();
  const previous = audit.sheet.getByRole('button', { name: 'Previous entry' });
  const next = audit.sheet.getByRole('button', { name: 'Next entry' });
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(next).not.toHaveAttribute('aria-disabled');
  await next.click();
  await expect(audit.sheet.getByText(middle, { exact: true })).toBeVisible();
  await expect(next).not.toHaveAttribute('aria-disabled');
  // The list behind the sheet changes pages with it.
  await expect(audit.cells(2)).toHaveText(['denied']);
  await next.click();
  await expect(audit.sheet.getByText(oldest, { exact: true })).toBeVisible();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(page).toHaveURL(new RegExp(`entry=${oldest}`));
  await page.keyboard.press('Escape');
  await expect(audit.sheet).toBeHidden();
  await audit.expectShowing(3, 3, 3);

  await audit.open(`?entry=${middle}`);
  await expect(audit.sheet.getByText(middle, { exact: true })).toBeVisible();
  for (const unknown of [randomUUID(), 'nonsense']) {
    await audit.open(`?entry=${unknown}`);
    await expect(audit.sheet.getByText('Entry not found')).toBeVisible();
  }
});
