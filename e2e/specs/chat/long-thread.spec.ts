import { expect, ownPage, test } from '../../fixtures/shared-page.ts';

test('OUT-16 a long conversation loads and renders what is read and printed', async ({
  page,
  openLongConversation,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('/messages?')) requests.push(body);
  });
  const { chat, thread } = await openLongConversation('The garden', 1000);
  await test.step('print shows every loaded message and nothing else, and says that earlier ones are missing', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const paper = page.locator('[data-print]');
    await expect(paper.getByRole('article')).toHaveCount(50);
    await expect(paper.getByText('Question 500:')).toBeVisible();
    await expect(paper.getByText('Earlier messages are not included.')).toBeVisible();
    await expect(chat.sidebar).toBeHidden();
    await expect(chat.composer).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(await paper.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    await page.emulateMedia({ media: 'screen' });
    await expect(paper).toHaveCount(0);
    await expect(chat.composer).toBeVisible();
    await thread.atRest();
    expect(await thread.fromEnd()).toBe(0);
  });

  await test.step('a conversation of 1,000 messages renders only the visible rows, and loads its last 50 messages', async () => {
    expect(await thread.fromEnd()).toBe(0);
    expect(await thread.rows.count()).toBeLessThanOrEqual(60);
    expect(await page.locator('*').count()).toBeLessThanOrEqual(8000);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain('/messages?limit=50"');

    for (let turn = 0; turn < 12; turn += 1) await thread.wheel(-4000);
    expect(await thread.rows.count()).toBeLessThanOrEqual(60);
    expect(await page.locator('*').count()).toBeLessThanOrEqual(8000);
    expect(requests.filter((request) => request.includes('before='))).not.toEqual([]);
  });
});

ownPage(
  'a conversation that is opened renders its newest rows first, and discards none of them',
  async ({ page, openLongConversation }) => {
    await page.addInitScript(() => {
      const rendered: string[][] = [];
      Object.assign(globalThis, { rendered });
      new MutationObserver((records) => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
        const rows = added.flatMap((node) =>
          node instanceof Element ? [...node.querySelectorAll('[data-message]')] : [],
        );
        if (rows.length > 0)
          rendered.push(rows.map((row) => row.getAttribute('data-message') ?? ''));
      }).observe(document, { childList: true, subtree: true });
    });
    const { thread, messages } = await openLongConversation('The garden', 100);
    await thread.atRest();
    const rendered = await page.evaluate(
      () => (globalThis as { rendered?: string[][] }).rendered ?? [],
    );
    expect(rendered[0]).toEqual(messages.slice(-4).map(({ id }) => id));
    for (const id of rendered[0] ?? []) await expect(thread.message(id)).toBeAttached();
    // And few others, just above the view.
    expect(rendered.flat().length).toBeLessThanOrEqual(10);
  },
);

test('the position stays while earlier messages load, and a message in the URL is found', async ({
  page,
  openLongConversation,
}) => {
  const { conversation, messages, thread, chat } = await openLongConversation('The garden', 400);
  for (const [where, down] of [
    ['at the first message that is loaded', 0],
    ['some messages further down', 500],
  ] as const)
    await test.step(`keeps the scroll position while earlier messages load and the reader is ${where}`, async () => {
      const held = await chat.holdCalls(({ endpoint }) => endpoint.includes('before='));
      for (let turn = 0; turn < 8; turn += 1) await thread.wheel(-3000);
      await expect(page.getByRole('button', { name: 'Loading earlier messages' })).toBeVisible();
      if (down > 0) await thread.wheel(down);
      const seen = await thread.findFirstVisible();
      expect(messages.findIndex(({ id }) => id === seen.id)).toBeLessThan(360);

      held.release();
      await expect(page.getByRole('button', { name: 'Loading earlier messages' })).toBeHidden();
      await thread.atRest();
      expect(Math.abs((await thread.measureTop(seen.id)) - seen.top)).toBeLessThan(1);
      await thread.wheel(-1500);
      const before = await thread.findFirstVisible();
      expect(messages.findIndex(({ id }) => id === before.id)).toBeLessThan(
        messages.findIndex(({ id }) => id === seen.id),
      );
    });

  await test.step('scrolls to a message in the URL, highlights and focuses it, however far back it is', async () => {
    const [wanted] = messages.slice(41);
    await page.goto(`/app?conversation=${conversation.id}&message=${wanted?.id}`);
    await expect(chat.composer).toBeVisible();
    const found = thread.message(wanted?.id ?? '');
    await expect(found).toBeInViewport();
    await expect(found).toHaveAttribute('data-target-message', 'true');
    await expect(found).toBeFocused();
    await expect(page).toHaveURL(/message=/);
    await thread.atRest();
    expect(await thread.measureTop(wanted?.id ?? '')).toBeGreaterThanOrEqual(0);

    await thread.wheel(-300);
    await expect(page).not.toHaveURL(/message=/);
    await expect(page).toHaveURL(new RegExp(`conversation=${conversation.id}`));
  });
});
