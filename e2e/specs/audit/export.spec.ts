import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoAccounts, requestSession } from '../../fixtures/accounts.ts';
import { recordEntries } from '../../fixtures/audit-entries.ts';
import { holdRequests } from '../../fixtures/hold-requests.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { AuditTools } from '../../pages/audit-tools.ts';
import { Toasts } from '../../pages/toasts.ts';

/** The address that serves the pages of an export. */
const READING = '**/rest/v1/rpc/read_audit_export';

test.beforeEach(({ page, signIn }) => signIn(page, 'admin'));

test('EXPORT-01 EXPORT-04 EXPORT-07 AUDIT-13 exports every row that matches the filter, regardless of the page, and runs one export at a time', async ({
  page,
  server,
}) => {
  const tools = new AuditTools(page);
  const person = await recordEntries(server, 30);
  await tools.open(`?dates=all&user=${person}&size=25&page=2`);
  await expect(page.getByText('Showing 26 to 30 of 30 results')).toBeVisible();

  const held = await holdRequests(page, READING);
  const downloading = page.waitForEvent('download');
  await tools.exportCsv.click();
  await expect(tools.exportCsv).toBeDisabled();
  await expect(tools.exportStatus.getByRole('progressbar')).toBeVisible();
  // The export continues while another section is open.
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  held.release();

  const download = await downloading;
  expect(download.suggestedFilename()).toBe('audit-all-all.csv');
  const [head, ...rows] = await tools.readLines(download);
  expect(head).toMatch(/^"created_at_utc","created_at_aest","action",.*"meta_json"$/);
  expect(rows.map((row) => Number(/""number"":(\d+)/.exec(row)?.[1]))).toEqual(
    Array.from({ length: 30 }, (_, index) => 30 - index),
  );
  await new Toasts(page).expectSuccess('Export Complete', 'Downloaded 30 audit records');
});

/** Returns the public key of the server, as an administrator can request it. */
async function publicKey(server: RunningServer): Promise<string> {
  const { access_token } = await requestSession(server, demoAccounts.admin);
  const response = await fetch(`${server.url}/functions/v1/audit`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ endpoint: '/keys', method: 'GET' }),
  });
  const { data }: { data: { keys: { publicKey: string }[] } } = await response.json();
  return data.keys[0]?.publicKey ?? '';
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs `homie audit verify`, which needs no server. @throws with its output if verification fails */
async function verifyOffline(file: string, key: string): Promise<string> {
  const args = ['apps/server/dist/homie.js', 'audit', 'verify', file, '--public-key', key];
  return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout;
}

test('EXPORT-04 a JSON Lines export ends with a signed manifest, and is verified without the server', async ({
  page,
  server,
}) => {
  const tools = new AuditTools(page);
  const person = await recordEntries(server, 3);
  await tools.open(`?dates=all&user=${person}&sort=oldest`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More export formats' }).click();
  await page.getByRole('menuitem', { name: 'Export JSON Lines' }).click();
  const download = await downloading;
  const text = await tools.readLines(download);
  const lines = text.map((line) => JSON.parse(line));
  expect(lines.slice(0, 3).map(({ entry }) => entry.meta.number)).toEqual([1, 2, 3]);
  expect(JSON.parse(lines[3].manifest.payload)).toMatchObject({ rows: 3, limited: false });
  const key = await publicKey(server);
  expect(await verifyOffline(await download.path(), key)).toContain('is as it was exported');
  const changed = test.info().outputPath('changed.jsonl');
  await writeFile(changed, text.join('\n').replace('number', 'numbers'));
  await expect(verifyOffline(changed, key)).rejects.toThrow('line 1: Entry');
});
