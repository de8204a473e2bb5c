import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { recordAudit } from '../../fixtures/audit.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage } from '../../pages/audit-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('folds the entries of a message and its reply into one row', async ({
  page,
  signIn,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('Folded');
  await chat.write('Which assistants may I use?');
  await chat.expectReplied(1);

  await signIn(page, 'admin');
  const audit = new AuditPage(page);
  await audit.open(`?conversation=${conversation.id}`);
  await expect(audit.cells(2)).toHaveText([/^send message\(\d+\)$/, 'conversation created']);
  await audit.rows.getByRole('button', { name: /^5 entries of send message/ }).press('Enter');
  await expect(audit.cells(2).filter({ hasText: /^run succeeded$/ })).toHaveCount(1);
});

test('folds the entries of a turn into a row that expands by keyboard and shows the failure', async ({
  page,
  server,
}) => {
  const word = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  const meta = { word, turn_id: randomUUID() };
  for (const action of ['send_message', 'run_started', 'run_failed'])
    await recordAudit(server, { action, user_id, meta });
  await recordAudit(server, { action: 'login', user_id, meta: { word } });

  const audit = new AuditPage(page);
  await audit.open(`?q=${word}`);
  await audit.expectShowing(1, 4, 4);
  await expect(audit.cells(2)).toHaveText(['login', 'run failedsend message(3)']);
  const opener = audit.rows.getByRole('button', { name: /^3 entries of send message/ });
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await opener.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(audit.cells(2)).toHaveText([
    'login',
    'run failedsend message(3)',
    'run failed',
    'run started',
    'send message',
  ]);
  await audit.rows.last().getByText('send message').click();
  await expect(audit.sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await audit.rows.nth(1).getByText('send message').click();
  await expect(audit.rows).toHaveCount(2);
});
