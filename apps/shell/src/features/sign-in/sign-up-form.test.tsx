// @vitest-environment jsdom
import { AuthProvider, createAuth } from '@homie/auth';
import { EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readSignUpProof } from '../../app/sign-up-proof';
import { SignUpForm } from './sign-up-form';

const environment = testEnvironment();

afterEach(() => vi.unstubAllGlobals());

/** Fills the form in and sends it to a service that refuses it. */
const signUp = ({ code, message }: { code: string; message: string }) =>
  send({ code: 422, error_code: code, msg: message }, 422);

/** Fills the form in and sends it to a service with this response. */
async function send(body: object, status = 200) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  const auth = createAuth({ supabaseUrl: 'https://backend.example', publishableKey: 'key' });
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <AuthProvider value={auth}>
          <SignUpForm initialEmail="" onEmailChange={() => {}} />
          <Toaster />
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  await userEvent.type(screen.getByLabelText('Email'), 'ada@test.example');
  await userEvent.type(screen.getByLabelText('Password'), '123456');
  await userEvent.type(screen.getByLabelText('Confirm Password'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
}

test.each([
  {
    code: 'weak_password',
    message: 'Password should be at least 12 characters.',
    label: 'Password',
    shown: 'Password should be at least 12 characters.',
  },
  {
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
    label: 'Email',
    shown: 'Enter a full email address, like name@example.org.',
  },
  {
    code: 'over_email_send_rate_limit',
    message: 'Please wait 5 minutes before requesting another email.',
    label: 'Email',
    shown: 'Please wait 5 minutes before requesting another email.',
  },
])(
  'a sign-up refused with $code shows the error at the field, focuses the field and shows a toast',
  async ({ code, message, label, shown }) => {
    await signUp({ code, message });
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([shown]);
    expect(document.activeElement).toBe(field);
    expect(screen.getByTestId('toast').textContent).toContain(message);
  },
);

test.each([
  ['confirms with its password', '2026-11-30T09:00:01Z', true],
  ['chooses one when confirming, if the account is older', '2026-11-30T09:05:00Z', false],
])('ENDS-12 this browser %s', async (_, confirmation_sent_at, isProven) => {
  localStorage.setItem('homie-sign-up', '"of another sign-up"');
  await send({ id: 'u1', created_at: '2026-11-30T09:00:00Z', confirmation_sent_at });
  await screen.findByText('Check your email');
  // The verifier of the flow that auth-js has started.
  expect(readSignUpProof().length >= 43).toBe(isProven);
  expect(readSignUpProof()).not.toBe('of another sign-up');
});
