// @vitest-environment jsdom
import type { User } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserName } from './user-name';

test('PEOPLE-14 a name and an email that are too long for the table end with an ellipsis', () => {
  const [name, email] = ['A long name', 'a.long.address@test.example'];
  const user: User = Object({ email, display_name: name, account_state: 'active' });
  render(
    <UiProvider>
      <UserName user={user} />
    </UiProvider>,
  );
  for (const text of [name, email]) {
    const { overflow, textOverflow } = getComputedStyle(screen.getByText(text));
    expect({ overflow, textOverflow }).toEqual({ overflow: 'hidden', textOverflow: 'ellipsis' });
  }
});
