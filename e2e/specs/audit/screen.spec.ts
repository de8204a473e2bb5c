import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { userId } from '../../fixtures/administration.ts';
import { recordAudit } from '../../fixtures/audit.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { AuditPage, QUERY } from '../../pages/audit-page.ts';
import { Toasts } from '../../pages/toasts.ts';

const DAY = 86_400_000;

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('AUDIT-01 AUDIT-02 AUDIT-14 AUDIT-15 AUDIT-16 AUDIT-23 AUDIT-25 opens with the last 14 days, with sorting and pagination in the URL', async ({
  page,
}) => {
  const audit = new AuditPage(page);
  const filter = await audit.captureFilter(() => audit.open());
  expect(Date.parse(filter.to ?? '') - Date.parse(filter.from ?? '')).toBe(14 * DAY);
  expect(filter).toMatchObject({ page: 1, pageSize: 50, sort: 'created_at_desc' });
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Logs' })).toBeVisible();
  await expect(
    page.getByText('View and export system activity logs with advanced filtering'),
  ).toBeVisible();
  await expect(audit.table.getByRole('columnheader')).toHaveText([
    'Time',
    'Action',
    'User',
    'Assistant',
    'Participant',
    'Conversation',
    'Meta',
    'Details',
  ]);
  await expect(audit.rows.getByRole('button', { name: /^Details of / }).first()).toBeVisible();
  await expect(audit.active).toHaveText('1 active');
  await audit.openFilters();
  await expect(audit.date('From Date')).not.toContainText('Pick a date');

  await audit.open('?dates=all');
  const shown = await page.getByText(/^Showing 1 to 50 of [\d,]+ results$/).textContent();
  const total = Number(/of ([\d,]+)/.exec(shown ?? '')?.[1]?.replace(',', ''));
  const pages = Math.ceil(total / 50);
  await expect(page.getByText(`Page 1 of ${pages}`, { exact: true })).toBeVisible();
  await expect(audit.active).toHaveText('0 active');
  await expect(audit.pager.getByRole('button')).toHaveText([
    'Previous',
    '1',
    '2',
    '3',
    '4',
    '5',
    'Next',
  ]);
  await audit.pager.getByRole('button', { name: '4', exact: true }).click();
  await expect(page).toHaveURL(/[?&]page=4$/);
  await audit.expectShowing(151, 200, total);
  await expect(page.getByText(`Page 4 of ${pages}`, { exact: true })).toBeVisible();
  await expect(audit.pager.getByRole('button', { name: '6', exact: true })).toBeVisible();

  await audit.table.getByRole('button', { name: 'Time' }).click();
  await expect(page).toHaveURL('/admin/audit?dates=all&sort=oldest');
  await audit.expectShowing(1, 50, total);
  await expect(audit.table.getByRole('columnheader', { name: 'Time' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await audit.expectCurrent();
  const times = await audit.rows
    .locator('time')
    .evaluateAll((each) => each.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  expect(times.length).toBeGreaterThan(8);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  await audit.table.getByRole('button', { name: 'Time' }).click();
  await expect(page).toHaveURL('/admin/audit?dates=all');
});

test('AUDIT-03 AUDIT-04 AUDIT-12 selects a day in the calendar, clears it when selected again, and Reset shows all dates', async ({
  page,
}) => {
  const audit = new AuditPage(page);
  await audit.open('?from=2026-06-10&to=2026-06-20');
  await audit.openFilters();
  await expect(audit.active).toHaveText('1 active');
  const day = (date: string) =>
    audit.calendar.locator(`[data-day="2026-06-${date}"]`).getByRole('button');

  await audit.date('From Date').click();
  await page.getByRole('button', { name: 'Go to the Previous Month' }).click();
  await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  const from = await audit.captureFilter(() => day('15').click());
  expect(from).toMatchObject({ from: '2026-06-14T14:00:00.000Z', to: '2026-06-20T14:00:00.000Z' });
  await expect(page).toHaveURL('/admin/audit?from=2026-06-15&to=2026-06-20');
  await expect(audit.calendar).toBeHidden();
  await expect(audit.date('From Date')).toBeFocused();

  await audit.date('To Date').click();
  // Days before the start date are disabled.
  await expect(day('14')).toBeDisabled();
  const to = await audit.captureFilter(() => day('15').click());
  expect(to).toMatchObject({ from: '2026-06-14T14:00:00.000Z', to: '2026-06-15T14:00:00.000Z' });
  await expect(audit.active).toHaveText('1 active');

  // By keyboard: the selected day has the focus.
  await audit.date('From Date').press('Enter');
  await expect(day('15')).toBeFocused();
  const open = await audit.captureFilter(() => page.keyboard.press('Enter'));
  expect(open.from).toBeUndefined();
  expect(open.to).toBe(to.to);
  await expect(audit.date('From Date')).toContainText('Pick a date');

  const utc = await audit.captureFilter(() =>
    page.getByRole('button', { name: 'UTC', exact: true }).click(),
  );
  expect(utc.to).toBe('2026-06-16T00:00:00.000Z');
  await expect(page).toHaveURL('/admin/audit?to=2026-06-15&time=utc');
  const reset = await audit.captureFilter(() => audit.reset.click());
  expect(reset).toEqual({ page: 1, pageSize: 50, sort: 'created_at_desc' });
  await expect(audit.date('To Date')).toContainText('Pick a date');
  await expect(audit.active).toHaveText('0 active');
});

ownPage(
  'AUDIT-05 AUDIT-06 AUDIT-10 AUDIT-11 AUDIT-18 LIMIT-23 searches for users, assistants and participants from the third character on',
  async ({ page }) => {
    const audit = new AuditPage(page);
    await audit.open('?dates=all');
    await expect(audit.rows.first()).toBeVisible();
    await audit.openFilters();
    const lookups: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rpc/search_')) lookups.push(request.postDataJSON().q);
    });

    const user = audit.field('User');
    await page.clock.install();
    await user.fill('wo');
    await page.clock.runFor(2000);
    expect(lookups).toEqual([]);
    await user.fill('wor');
    await page.clock.runFor(2000);
    await page.clock.resume();
    const { email } = demoAccounts.worker;
    const option = page.getByRole('option', { name: email });
    await expect(option).toBeVisible();
    expect(lookups).toEqual(['wor']);
    await option.click();
    await expect(user).toHaveValue(email);
    await expect(page).toHaveURL(/[?&]user=[0-9a-f-]{36}/);
    await expect(audit.cells(3).filter({ hasNotText: email })).toHaveCount(0);
    await expect(audit.rows.first()).toContainText(email);

    await audit.field('Assistant').fill('shift');
    await page.getByRole('option', { name: /^Shift notes/ }).click();
    await expect(audit.field('Assistant')).toHaveValue('Shift notes');
    await expect(audit.cells(4).filter({ hasNotText: 'Shift notesOrg' })).toHaveCount(0);
    await expect(audit.rows.first()).toContainText('Shift notes');
    await expect(audit.active).toHaveText('2 active');

    // The URL restores the names.
    await page.reload();
    await audit.openFilters();
    await expect(user).toHaveValue(email);
    await expect(audit.field('Assistant')).toHaveValue('Shift notes');

    await audit.field('Assistant').fill('');
    await audit.field('Participant').fill('maya');
    await expect(page).not.toHaveURL(/assistant=/);
    await page.getByRole('option', { name: 'Maya Pereira' }).click();
    await expect(audit.field('Participant')).toHaveValue('Maya Pereira');
    await expect(audit.cells(5).filter({ hasNotText: 'Maya Pereira' })).toHaveCount(0);
    await expect(audit.rows.first()).toContainText('Maya Pereira');
  },
);

test('AUDIT-07 AUDIT-08 AUDIT-09 AUDIT-10 AUDIT-11 AUDIT-12 AUDIT-21 AUDIT-25 actions, text and a conversation ID filter the list, and Reset clears all filters', async ({
  page,
  server,
}) => {
  const word = randomUUID();
  const conversation_id = randomUUID();
  const user_id = await userId(server, demoAccounts.worker);
  await recordAudit(server, { action: 'login', user_id, meta: { word } });
  await recordAudit(server, { action: 'denied', user_id, meta: { word } });
  await recordAudit(server, { action: 'denied', user_id, conversation_id, meta: { word } });

  const audit = new AuditPage(page);
  await audit.open('?dates=all&page=2');
  await audit.openFilters();
  await expect(audit.pager).toBeVisible();
  await page.getByPlaceholder('Search in action or metadata...').fill(word.toUpperCase());
  await audit.expectShowing(1, 3, 3);
  await expect(page.getByText('Page 1 of 1', { exact: true })).toBeVisible();
  await expect(audit.pager).toBeHidden();

  await audit.chip('denied').click();
  await audit.expectShowing(1, 2, 2);
  await expect(audit.chip('denied')).toHaveAttribute('aria-pressed', 'true');
  await audit.chip('login').click();
  await audit.expectShowing(1, 3, 3);
  await expect(page).toHaveURL(/actions=denied(,|%2C)login/);
  await audit.chip('denied').click();
  await audit.expectShowing(1, 1, 1);
  await audit.chip('login').click();
  await audit.expectShowing(1, 3, 3);
  await expect(page).not.toHaveURL(/actions=/);

  const id = audit.field('Conversation ID');
  await id.fill(conversation_id.slice(0, 20));
  await expect(page.getByText('Paste the full ID')).toBeVisible();
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await expect(page).not.toHaveURL(/conversation=/);
  await id.fill(conversation_id);
  await audit.expectShowing(1, 1, 1);
  await expect(audit.rows).toContainText([`${conversation_id.slice(0, 8)}...`]);
  await expect(audit.active).toHaveText('2 active');
  await id.fill('');
  await audit.expectShowing(1, 3, 3);

  await audit.filters.getByRole('button', { name: /more\.\.\.$/ }).click();
  await expect(audit.chip('signed up')).toBeFocused();
  await audit.chip('assistant created').press('Space');
  await id.fill('not an ID');
  await expect(page.getByRole('heading', { name: 'No audit logs found' })).toBeVisible();
  await audit.reset.click();
  await expect(audit.pager).toBeVisible();
  await expect(page).toHaveURL('/admin/audit?dates=all');
  await expect(page.getByPlaceholder('Search in action or metadata...')).toHaveValue('');
  await expect(id).toHaveValue('');
  await expect(
    audit.filters.getByRole('group', { name: /actions$/ }).locator('[aria-pressed=true]'),
  ).toHaveCount(0);
});

ownPage(
  'AUDIT-22 ERR-23 shows distinct loading and error states, retains the filters, and reports the failure',
  async ({ page }) => {
    const audit = new AuditPage(page);
    const first = await holdRequests(page, QUERY);
    await audit.open('?dates=all&actions=login');
    await expect(audit.loading).toBeVisible();
    first.release();
    await expect(audit.rows).toHaveCount(50);
    await expect(audit.loading).toBeHidden();
    await audit.openFilters();

    const second = await holdRequests(page, QUERY);
    await audit.chip('denied').click();
    await expect(audit.loading).toBeVisible();
    await expect(audit.rows).toHaveCount(50);
    second.release();
    await expect(audit.loading).toBeHidden();

    await page.route(QUERY, (route) => route.fulfill({ status: 400, json: { message: 'no' } }));
    await audit.open('?dates=all&actions=login');
    await new Toasts(page).expectError('Error', 'Failed to load audit logs');
    await audit.openFilters();
    await expect(audit.chip('login')).toHaveAttribute('aria-pressed', 'true');
    await page.unroute(QUERY);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(audit.rows).toHaveCount(50);
  },
);

test('AUDIT-02 filters are collapsed on opening, and each active filter is a removable chip', async ({
  page,
}) => {
  const audit = new AuditPage(page);
  await audit.open('?from=7d&actions=login');
  await expect(audit.rows.first()).toBeVisible();
  await expect(audit.field('Conversation ID')).toBeHidden();
  await expect(audit.active).toHaveText('2 active');
  const chips = audit.filters.getByRole('group', { name: 'Active filters' }).getByRole('button');
  await expect(chips).toHaveText([/Last 7 days$/, /action: login$/]);
  await chips.last().press('Enter');
  await expect(page).toHaveURL('/admin/audit?from=7d');
  await expect(chips).toHaveCount(1);
  await audit.toggle.press('Enter');
  await expect(audit.toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(audit.field('Conversation ID')).toBeVisible();
  await page.reload();
  await expect(audit.rows.first()).toBeVisible();
  await expect(audit.field('Conversation ID')).toBeHidden();

  const day = await audit.captureFilter(() =>
    audit.filters.getByRole('button', { name: '24 h, last 24 hours' }).click(),
  );
  expect(Date.parse(day.to ?? '') - Date.parse(day.from ?? '')).toBe(DAY);
  await expect(page).toHaveURL('/admin/audit?from=24h');
});
