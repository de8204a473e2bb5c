// @vitest-environment jsdom
import { AuthProvider, type Auth, type SessionState } from '@homie/auth';
import { createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { newPasswordFormSchema } from '@homie/contracts/authentication';
import { Form, UiProvider } from '@homie/ui';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { consumeAuthLink } from '../app/auth-link';
import { NewPasswordFields } from './new-password-fields';

const environment = testEnvironment();
const session = { user: { id: 'u1', email: 'ada@homie.example' } };

test.each([
  [
    'of the link',
    '?token_hash=h&type=recovery#email=nia%2Bwork%40homie.example',
    session,
    'nia+work@homie.example',
  ],
  ['of the session that the link started', '', session, 'ada@homie.example'],
  [
    'of no one if the link has no address and the session is another',
    '?token_hash=h&type=recovery',
    session,
    undefined,
  ],
  ['of no one without a session', '', null, undefined],
])('ACCT-77 a new password is stored under the name %s', (_, link, current, name) => {
  window.history.replaceState({}, '', `/auth/reset-password${link}`);
  consumeAuthLink(window);
  const state = { status: 'finished', session: current } as SessionState;
  const auth = { store: createStore(state) } as unknown as Auth;
  const { container } = render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <AuthProvider value={auth}>
          <Form
            label="Password"
            schema={newPasswordFormSchema}
            defaultValues={{ password: '', confirmPassword: '' }}
            onSubmit={() => undefined}
          >
            <NewPasswordFields rule="hint" />
          </Form>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  const field = container.querySelector<HTMLInputElement>('input[autocomplete=username]');
  expect(field?.value).toBe(name);
});
