import { expect, ownPage } from '../../fixtures/shared-page.ts';
import { AdminPage } from '../../pages/admin-page.ts';

ownPage('PROV-11 an administrator checks the AI provider', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await new AdminPage(page).open('/admin/health');
  const provider = page.getByRole('region', { name: 'AI provider' });
  const check = provider.getByRole('button', { name: 'Check the provider' });
  await check.click();
  await expect(provider.getByRole('listitem')).toHaveText([
    'ReplyWorksNo provider is connected: the demo writes the replies.',
  ]);

  const checks = [
    { name: 'Stream', state: 'missing', text: 'The text arrives all at once.' },
    {
      name: 'Embeddings',
      state: 'failed',
      text: 'The AI provider refused our credentials (HTTP 401).',
    },
  ];
  await page.route('**/functions/v1/conversations', (route) =>
    route.request().postDataJSON().endpoint === '/provider/check'
      ? route.fulfill({ json: { ok: true, data: { checks } } })
      : route.fallback(),
  );
  await check.click();
  await expect(provider.getByRole('listitem')).toHaveText([
    'StreamNot availableThe text arrives all at once.',
    'EmbeddingsFailedThe AI provider refused our credentials (HTTP 401).',
  ]);
});
