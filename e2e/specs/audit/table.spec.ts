import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { recordEntries } from '../../fixtures/audit-entries.ts';
import { recordAudit } from '../../fixtures/audit.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage } from '../../pages/audit-page.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('shows at least eight entries on opening, and truncates no time at any width', async ({
  page,
  server,
}) => {
  const user_id = await userId(server, demoAccounts.worker);
  const meta = { turn_id: randomUUID() };
  for (const action of ['send_message', 'run_started', 'run_succeeded'])
    await recordAudit(server, { action, user_id, meta });
  const audit = new AuditPage(page);
  await resize(page, { width: 1280, height: 800 });
  await audit.open();
  await expect(audit.rows.nth(8)).toBeVisible();
  const inSight = await audit.rows.evaluateAll(
    (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(inSight).toBeGreaterThanOrEqual(8);
  // Including the entries of an expanded turn.
  await audit.rows
    .getByRole('button', { expanded: false, name: /entries of/ })
    .first()
    .click();
  for (const width of [1024, 1100, 1280, 1440, 1920]) {
    await resize(page, { width, height: 800 });
    const time = audit.rows.first().locator('time');
    await expect(time).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const cut = await audit.rows
      .locator('> :first-child')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut, `times cut at ${width} px`).toBe(0);
    const table = await audit.table.boundingBox();
    expect(table?.width, `table at ${width} px`).toBeGreaterThan(width - 80);
  }
});

test('highlights only failed and denied entries in colour', async ({ page, server }) => {
  const word = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  const ordinary = ['conversation_created', 'run_succeeded', 'upload_file', 'login'];
  for (const action of [...ordinary, 'run_failed', 'denied'])
    await recordAudit(server, { action, user_id, meta: { word } });

  const audit = new AuditPage(page);
  await audit.open(`?q=${word}`);
  await audit.expectShowing(1, 6, 6);
  /** Returns the text and background colours of a cell's content. */
  const coloursOf = (text: string) =>
    audit
      .cells(2)
      .filter({ hasText: text })
      .locator(':scope > *')
      .first()
      .evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return { color, backgroundColor };
      });
  const plain = await coloursOf('login');
  expect(plain.backgroundColor).toBe('rgba(0, 0, 0, 0)');
  for (const action of ordinary)
    expect(await coloursOf(action.replace('_', ' ')), action).toEqual(plain);
  const failed = await coloursOf('run failed');
  expect(failed.color).not.toBe(plain.color);
  expect(failed.backgroundColor).not.toBe(plain.backgroundColor);
  expect(await coloursOf('denied')).toEqual(failed);
});

test('the table header sticks to the top edge, with one border below it and nothing above it', async ({
  page,
  server,
}) => {
  const userId = await recordEntries(server, 50);
  const audit = new AuditPage(page);
  await audit.open(`?user=${userId}&size=50`);
  await expect(audit.rows.nth(20)).toBeVisible();
  for (const offset of [500, 617, 718.5]) {
    const edges = await audit.table.evaluate((table, top) => {
      const main = document.querySelector('main');
      const header = table.querySelector('thead th');
      if (!main || !header) throw new Error('no header');
      main.scrollTop = top;
      const { top: start, bottom, left } = header.getBoundingClientRect();
      const sectionAt = (y: number) =>
        document.elementFromPoint(left + 20, y)?.closest('thead, tbody')?.tagName;
      const { borderBottomWidth, boxShadow } = getComputedStyle(header);
      return {
        above: start - main.getBoundingClientRect().top,
        first: sectionAt(start + 0.5),
        below: sectionAt(bottom + 0.5),
        line: borderBottomWidth,
        boxShadow,
      };
    }, offset);
    expect(edges, `scrolled by ${offset} px`).toEqual({
      above: 0,
      first: 'THEAD',
      below: 'TBODY',
      line: '1px',
      boxShadow: 'none',
    });
  }
});

test('the menu of a row filters the list by the values of the row', async ({ page, server }) => {
  const word = randomUUID();
  const conversation_id = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  await recordAudit(server, { action: 'login', user_id, meta: { word } });
  await recordAudit(server, { action: 'denied', user_id, conversation_id, meta: { word } });

  const audit = new AuditPage(page);
  await audit.open(`?q=${word}`);
  const actions = audit.rows.first().getByRole('button', { name: /^Actions for denied/ });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Only this conversation' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`conversation=${conversation_id}`));
  await audit.expectShowing(1, 1, 1);
  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Only this conversation' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Only this user' }).click();
  await expect(page).toHaveURL(new RegExp(`user=${user_id}`));
});
