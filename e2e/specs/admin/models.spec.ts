import { randomUUID } from 'node:crypto';
import { makeAssistant } from '../../fixtures/administration.ts';
import { expect, ownPage } from '../../fixtures/shared-page.ts';
import { AdminPage } from '../../pages/admin-page.ts';
import { AssistantsPage } from '../../pages/assistants-page.ts';

ownPage(
  'PROV-12 PROV-13 an administrator sees a model that ends, and chooses another one or types it',
  async ({ page, server, signIn }) => {
    const label = `Meals ${randomUUID().slice(0, 8)}`;
    const assistantId = await makeAssistant(server, label);
    const data = {
      connections: ['sydney'],
      default: 'model-1',
      models: [
        { provider: 'default', id: 'model-1', endsOn: '2026-12-31' },
        { provider: 'sydney', id: 'model-2', endsOn: null },
      ],
      retiring: [{ assistantId, label, model: 'model-1', endsOn: '2026-12-31' }],
    };
    await page.route('**/functions/v1/conversations', (route) =>
      route.request().postDataJSON()?.endpoint === '/models'
        ? route.fulfill({ json: { ok: true, data } })
        : route.fallback(),
    );
    await signIn(page, 'admin');
    await new AdminPage(page).open();
    await page.getByRole('link', { name: /^1 ?assistant has a model that has ended/ }).click();

    const screen = new AssistantsPage(page);
    await screen.search.fill(label);
    await expect(screen.row(label)).toContainText('Model ends on 31 Dec 2026');
    await screen.choose(label, 'Edit');
    await screen.dialog.getByRole('tab', { name: 'Model' }).click();
    const model = screen.dialog.getByRole('combobox', { name: /^Model/ });
    await expect(screen.dialog.locator('datalist option')).toHaveText([
      'default, ends on 31 Dec 2026',
      'sydney',
    ]);
    await expect(screen.field('Provider').getByRole('option')).toHaveText([
      'Server default',
      'OpenAI Responses',
      'Chat completions',
      'sydney',
    ]);
    await model.fill('typed-model');
    await screen.field('Maximum input length').fill('999');
    await screen.button('Save').click();
    await expect(
      screen.dialog.getByText('Maximum input length must be at least 1,000'),
    ).toBeVisible();
    await screen.field('Maximum input length').fill('8000');
    await screen.button('Save').click();
    await expect(screen.dialog).toBeHidden();
  },
);
