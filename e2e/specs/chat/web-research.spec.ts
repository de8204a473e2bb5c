import { callRest } from '../../fixtures/records.ts';
import { CITED, expect, test } from '../../fixtures/searching-provider.ts';
import { Toasts } from '../../pages/toasts.ts';

test('SEND-02 ERR-12 if enabled, web research adds a message with its reply and sources, and reports its outcome', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('Rent');
  await callRest(server, `assistants?id=eq.${conversation.assistant_id}`, {
    method: 'PATCH',
    body: JSON.stringify({ web_research_enabled: true, use_org_domains: true }),
  });
  const toasts = new Toasts(page);
  const research = page.getByRole('button', { name: 'Web research' });
  await expect(research).toBeDisabled();

  await chat.composer.fill('How much is rent?');
  await research.click();
  await toasts.expectSuccess('Web Research Complete', 'Found 1 source.');
  await expect(chat.mine).toHaveText(/How much is rent\?/);
  await expect(chat.replies).toContainText('Rent is a quarter of income.');
  await expect(chat.composer).toHaveValue('');

  const sources = chat.replies.getByRole('list', { name: 'Sources' });
  const link = sources.getByRole('link', { name: `${CITED.title} (opens in a new tab)` });
  await expect(link).toHaveAttribute('href', CITED.url);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(sources).toContainText('www.ndis.gov.au');
  await expect(sources.getByRole('listitem')).toHaveCount(1);

  await chat.composer.fill('Tell me nothing');
  await research.click();
  await toasts.expectError('Web Research Failed', 'The AI provider did not accept this message.');
  await expect(chat.composer).toHaveValue('Tell me nothing');
  // Once the message shows that it has no reply, no further toast reports it.
  await expect(page.getByRole('article').last()).toContainText('did not accept this message');
  await expect(page.getByTestId('toast').filter({ hasText: 'did not accept' })).toHaveCount(1);
});
