import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../fixtures/accessible.ts';
import { expect, test } from '../../fixtures/composition.ts';
import { resize } from '../../fixtures/resize.ts';
import { chatOf, comeBack, releaseChat } from '../../fixtures/released-chat.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

const MINUTE = 60_000;

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('an open page offers a new version when it detects one and there is no unsaved input', async ({
  composition,
  page,
}) => {
  const area = new RemoteArea(page);
  const notice = page.getByRole('region', { name: 'Update' });
  const draft = page.getByLabel('Draft');
  await page.clock.install();
  await page.goto('/app');
  await expect(area.screen('chat')).toBeVisible();
  let looked = 0;
  page.on('request', (request) => (looked += Number(request.url().endsWith('/remotes.json'))));

  // Checks every 15 minutes; unsaved input delays the notice.
  await releaseChat(composition, '1.1.0');
  await draft.fill('Half a sentence');
  const answered = page.waitForResponse('**/remotes.json');
  await page.clock.fastForward(15 * MINUTE);
  await answered;
  await expect(notice).toBeHidden();
  const box = await area.screen('chat').boundingBox();
  await draft.fill('');
  await expect(notice.getByText('A new version is available')).toBeVisible();
  await expect(page.getByText('A new version is available.', { exact: true })).toBeAttached();
  expect(await area.screen('chat').boundingBox()).toEqual(box);
  await expectAccessible(page, 'section[aria-label=Update]');
  await draft.fill('More of it');
  await expect(notice).toBeHidden();
  await draft.fill('');
  await notice.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();

  // Checks on window focus, at most once a minute; a declined version is not offered again.
  await releaseChat(composition, '1.2.0');
  await page.clock.fastForward(MINUTE);
  expect(looked).toBe(1);
  await comeBack(page);
  await comeBack(page);
  await resize(page, { width: 390, height: 844 });
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeInViewport({ ratio: 1 });
  expect(looked).toBe(2);
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(chatOf(page, '1.2.0')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('reports loads of remotes and their failures, without personal data', async ({
  composition,
  page,
}) => {
  const { server, remotes } = composition;
  const version = `7.0.0-${randomUUID().slice(0, 8)}`;
  const missing = { ...remotes.admin, version, requires: { '@homie/ui': '^99.0.0' } };
  await composition.compose({ admin: missing });
  await page.clock.install();
  await page.goto('/app');
  await page.getByRole('link', { name: 'To admin' }).click();
  await expect(
    new RemoteArea(page).panel('The administration is not compatible with this version of the app'),
  ).toBeVisible();
  // The page unloads before it sends anything; the next page sends it.
  await page.goto('/app');
  await expect(new RemoteArea(page).screen('chat')).toBeVisible();
  const reported = page.waitForResponse('**/rpc/report_remote_loads');
  await page.clock.fastForward(15_000);
  const response = await reported;
  expect(response.ok()).toBe(true);
  const counted = await fetch(`${server.url}/rest/v1/remote_loads?version=eq.${version}`, {
    headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` },
  });
  expect(await counted.json()).toMatchObject([
    { environment: 'local', remote: 'admin', source: 'none', outcome: 'incompatible', count: 1 },
  ]);
  const { loads } = response.request().postDataJSON();
  expect(loads).toContainEqual(
    expect.objectContaining({ remote: 'chat', version: '1.0.0', outcome: 'loaded' }),
  );
});
