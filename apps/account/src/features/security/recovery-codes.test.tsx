// @vitest-environment jsdom
import { Toaster, UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RecoveryCodes } from './recovery-codes';

vi.mock('@homie/composition', () => ({ useEnvironment: () => ({ productName: 'Second Homie' }) }));

test('ACCT-89 the codes are copied with what they are for', async () => {
  const user = userEvent.setup();
  render(
    <UiProvider>
      <RecoveryCodes codes={['aaaa-bbbb', 'cccc-dddd']} onClose={() => {}} />
      <Toaster />
    </UiProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Codes copied');
  expect(await navigator.clipboard.readText()).toBe(
    'Recovery codes of Second Homie. Each can be used once.\n\naaaa-bbbb\ncccc-dddd\n',
  );
});
