import { makeParticipant, makeParticipants } from '../../fixtures/administration.ts';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditPage, QUERY } from '../../pages/audit-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('the search line and the panel show the same state, which the URL stores', async ({
  page,
}) => {
  const tools = new AuditTools(page);
  await tools.open();
  await expect(tools.line).toHaveValue('after:14d');
  await tools.openFilters();
  await tools.chip('login').click();
  await expect(tools.line).toHaveValue('action:login after:14d');

  // By keyboard alone: a field, then a name from the suggestions, then the search.
  await tools.line.fill('action:login -us');
  await expect(page.getByRole('option')).toHaveText([/^-user:/]);
  await tools.line.press('ArrowDown');
  await tools.line.press('Enter');
  await expect(tools.line).toHaveValue('action:login -user:');
  await tools.line.pressSequentially('office@second');
  await expect(page.getByRole('option')).toHaveText([demoAccounts.office.email]);
  await tools.line.press('ArrowDown');
  await tools.line.press('Enter');
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email} `);
  await tools.line.press('Enter');
  await expect(page).toHaveURL(/\?dates=all&actions=login&-user=[0-9a-f-]{36}$/);
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email}`);
  await expect(tools.chip('login')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();

  // The URL holds the whole state: after a reload, names are resolved again.
  await page.reload();
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email}`);
  await tools.search('after:2026-11-01 before:2026-11-16 "run failed"');
  await expect(page).toHaveURL('/admin/audit?from=2026-11-01&to=2026-11-15&q=run+failed');
  await page.goBack();
  await expect(tools.line).toHaveValue(`action:login -user:${demoAccounts.office.email}`);
  await page
    .getByRole('group', { name: 'Active filters' })
    .getByRole('button', { name: `not user: ${demoAccounts.office.email}` })
    .click();
  await expect(tools.line).toHaveValue('action:login');
  await expect(page).toHaveURL('/admin/audit?dates=all&actions=login');
});

test('actor: is an alias of user:, and times can be relative to now', async ({ page }) => {
  const tools = new AuditTools(page);
  await tools.open();
  await tools.search(`actor:${demoAccounts.office.email} after:30d before:12h`);
  await expect(page).toHaveURL(/\?from=30d&to=12h&user=[0-9a-f-]{36}$/);
  await expect(tools.line).toHaveValue(`user:${demoAccounts.office.email} after:30d before:12h`);
});

test('reports an invalid term, selects it in the line, and changes nothing', async ({ page }) => {
  const tools = new AuditTools(page);
  await tools.open();
  await tools.search('lease usr:ava');
  await expect(tools.problems).toContainText("'usr:' isn't a filter. Did you mean 'user:'?");
  await expect(tools.line).toHaveAttribute('aria-invalid', 'true');
  expect(await tools.line.evaluate(selectedText)).toBe('usr:ava');
  await expect(page).toHaveURL('/admin/audit');

  await tools.search('user:nobody@nowhere.example');
  await expect(tools.problems).toContainText("There is no user 'nobody@nowhere.example'.");
  await tools.line.press('Escape');
  await expect(tools.line).toHaveValue('after:14d');
  await expect(tools.problems).toBeEmpty();
});

test('lets the user choose among participants with the same name, and remembers the choice', async ({
  page,
  server,
}) => {
  const { id, name } = await makeParticipant(server, 'Jo');
  await makeParticipants(server, [{ display_name: name }]);
  const tools = new AuditTools(page);
  await tools.open();
  await tools.search(`participant:"${name}"`);
  await expect(tools.problems).toContainText(`2 participants are called '${name}'. Choose one.`);
  // The list is queried once the line shows the choice: nothing else is written into the line after that.
  const pendingRequest = page.waitForRequest(QUERY);
  await tools.problems.getByRole('button', { name: `ID ${id.slice(0, 8)}` }).click();
  await pendingRequest;
  await expect(page).toHaveURL(`/admin/audit?dates=all&participant=${id}`);
  await tools.search(`participant:"${name}" action:login`);
  await expect(page).toHaveURL(`/admin/audit?dates=all&participant=${id}&actions=login`);
  await callRest(server, `participants?display_name=eq.${encodeURIComponent(name)}`, {
    method: 'DELETE',
  });
});

function selectedText(input: HTMLElement | SVGElement): string {
  if (!(input instanceof HTMLInputElement)) return '';
  return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
}

test('reports and ignores invalid parameters in the URL', async ({ page }) => {
  const audit = new AuditPage(page);
  await audit.open('?dates=all&page=0&user=ann&actions=login');
  await expect(
    page.getByText('Part of this address was ignored: Invalid user ID, page must be at least 1.'),
  ).toBeVisible();
  await expect(audit.rows).toHaveCount(50);
  await audit.openFilters();
  await expect(audit.chip('login')).toHaveAttribute('aria-pressed', 'true');
});
