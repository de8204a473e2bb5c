// @vitest-environment jsdom
import { AuthProvider, type Auth } from '@homie/auth';
import { UiProvider } from '@homie/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignInForm } from './sign-in-form';

const demo = ['admin@demo.example', 'worker@demo.example'];

function renderForm(offered: string[]) {
  const auth = { requestPasswordReset: async () => ({ ok: true }) } as unknown as Auth;
  render(
    <UiProvider>
      <AuthProvider value={auth}>
        <SignInForm
          demo={offered}
          providers={[]}
          passkeys={false}
          magicLink={false}
          returnState={null}
          initialEmail=""
          onEmailChange={() => undefined}
          onSignIn={() => undefined}
        />
      </AuthProvider>
    </UiProvider>,
  );
}

test('ACCT-88 a press on a demo account fills in the form, which is then ready; without them none are offered', () => {
  renderForm(demo);
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' });
  expect(submit.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'admin' }));
  fireEvent.click(screen.getByRole('button', { name: 'worker' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Email/ }).value).toBe(
    'worker@demo.example',
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('homie-demo-2026');
  expect(submit.disabled).toBe(false);
  cleanup();
  renderForm([]);
  expect(screen.queryByRole('button', { name: 'admin' })).toBeNull();
});
