// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AccountBadge } from './account-badge';

test.each([
  ['active', ''],
  ['unconfirmed', 'Email not confirmed'],
  ['deactivated', 'Deactivated'],
  ['waiting', 'Waiting for approval'],
  ['invited', 'Invited'],
  ['invitation_expired', 'Invitation expired'],
] as const)('labels an account that is %s', (state, label) => {
  const { container } = render(
    <UiProvider>
      <AccountBadge state={state} />
    </UiProvider>,
  );
  expect(container.textContent).toBe(label);
});
