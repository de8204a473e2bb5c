import { expect, test } from '../../fixtures/test.ts';

test('an empty conversation requests nothing for the replies that it renders while idle', async ({
  page,
  openConversation,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.postData() ?? ''));
  await page.addInitScript(() => {
    const note = () => {
      // The last of them has a block of code.
      if (document.querySelector('[inert] pre')) document.documentElement.dataset['rendered'] = '';
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
  await openConversation('Empty');
  await expect(page.locator('html[data-rendered]')).toBeAttached();
  expect(requested.filter((body) => body.includes('/conversations/sample'))).toEqual([]);
});
