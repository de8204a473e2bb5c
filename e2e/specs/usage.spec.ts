import { readFile } from 'node:fs/promises';
import { holdRequests } from '../fixtures/hold-requests.ts';
import { expect, test } from '../fixtures/shared-page.ts';
import { addUnusedAssistant, countReply } from '../fixtures/usage.ts';
import { AdminPage } from '../pages/admin-page.ts';

test('USAGE-02 USAGE-03 USAGE-11 USAGE-04 USAGE-07 an administrator reads the overview and a report', async ({
  page,
  server,
  openConversation,
}) => {
  const opened = await openConversation('Counted');
  await countReply(server, opened);
  await test.step('the overview lists what needs attention with links, and the activity of the last seven days', async () => {
    await addUnusedAssistant(server, 'Granted to no one', 'asst_none');
    const admin = new AdminPage(page);
    const held = await holdRequests(page, /\/rpc\/read_overview/);
    await admin.open();
    const attention = admin.card('Needs attention');
    await expect(attention.getByText('Loading what needs attention')).toBeAttached();
    const top = async () => (await admin.card('AI Assistants').boundingBox())?.y;
    const before = await top();
    held.release();
    const row = attention.getByRole('link', { name: /assistants? that no one may use$/ });
    await expect(row).toBeVisible();
    expect(await top()).toBe(before);
    const today = admin.card('Last 7 days').getByRole('row').nth(1);
    await expect(today.getByRole('cell').first()).toHaveText(/^[1-9][\d,]*$/);
    await row.click();
    await expect(page).toHaveURL('/admin/assistants?access=none');
    await expect(
      page.getByRole('button', { name: 'Granted to no one', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Access' })).toHaveValue('none');
  });

  await test.step('nothing moves when a report with replies arrives', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/functions\/v1\/conversations/, async (route) => {
      if (route.request().postData()?.includes('/usage?')) await released;
      return route.fallback();
    });
    await page.goto('/admin/reports');
    const chart = page.locator('section[aria-label="Chart"]');
    await expect(chart).toBeVisible();
    const before = await chart.boundingBox();
    release();
    await expect(page.getByRole('definition').first()).toHaveText(/^\d/);
    expect(await chart.boundingBox()).toEqual(before);
  });

  await test.step('a report is grouped by day, assistant and person, and downloaded', async () => {
    const admin = new AdminPage(page);
    await admin.open();
    await admin.quickAction('View Reports').click();
    await expect(admin.heading('Reports')).toBeVisible();
    await expect(page.getByRole('figure', { name: /^Chart of replies per day/ })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Usage by day' })).toContainText('Not reported');
    await page.getByRole('combobox', { name: 'Chart' }).selectOption('cost');
    await expect(page.getByText('No prices are set, so the cost is not known.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('person');
    const people = page.getByRole('table', { name: 'Usage by person' });
    await expect(people).toContainText('worker@secondhomie.example');
    await expect(page.getByText('The audit log records that you read')).toBeVisible();
    await expect(page).toHaveURL('/admin/reports?show=cost&by=person');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('usage-by-person-30-days.csv');
    // The table shows 31 people, and the tests that share this server add more; the file has all.
    expect(await readFile(await file.path(), 'utf8')).toContain(opened.account.email);
  });
});
