// @vitest-environment jsdom
import { AuthProvider, type Auth } from '@homie/auth';
import { Button, UiProvider } from '@homie/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { RemoveItem } from './remove-item';

/** Resolves when the list has been requested again. */
let reload = () => {};
const auth = { call: async () => ({ ok: true, data: {} }) } as unknown as Auth;

function Apps() {
  const [apps, setApps] = useState(['Phone']);
  return (
    <UiProvider>
      <AuthProvider value={auth}>
        <section>
          <Button>Add authenticator app</Button>
          {apps.map((name) => (
            <RemoveItem
              key={name}
              name={name}
              body="It no longer confirms your sign-in."
              removedTitle="Removed"
              remove={async () => ({ data: { id: '' }, error: null })}
              onRemoved={async () => {
                await new Promise<void>((resolve) => (reload = resolve));
                setApps([]);
              }}
              prove={(change) => change()}
            />
          ))}
        </section>
      </AuthProvider>
    </UiProvider>
  );
}

test('the focus stays in the section when its last item was removed', async () => {
  const user = userEvent.setup();
  render(<Apps />);
  await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  // The action is running until then, and renders nothing else.
  await screen.findByRole('button', { name: 'Removing...' });
  await act(async () => reload());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Phone' })).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Add authenticator app' }),
    ),
  );
});
