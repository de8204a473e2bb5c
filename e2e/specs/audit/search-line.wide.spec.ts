import { makeParticipant, makeParticipants } from '../../fixtures/administration.ts';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { callRest } from '../../fixtures/records.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { QUERY } from '../../pages/audit-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

function selectedText(input: HTMLElement | SVGElement): string {
  if (!(input instanceof HTMLInputElement)) return '';
  return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
}

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
