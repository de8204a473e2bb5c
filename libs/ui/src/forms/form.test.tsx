// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  Form,
  SubmitButton,
  SwitchField,
  TextField,
  UiProvider,
  type FieldName,
  type FormActions,
} from '../index.ts';

const schema = z
  .object({
    email: z.email('Enter an email address.'),
    password: z.string().check(z.minLength(6, 'Use at least 6 characters.')),
    remember: z.boolean(),
  })
  .check(
    z.refine(({ email, password }) => email !== password, {
      error: 'Too alike.',
      path: ['password'],
    }),
  );

type Values = z.infer<typeof schema>;
type Submit = (values: Values, actions: FormActions<Values>) => Promise<void> | void;

function renderForm(onSubmit: Submit) {
  render(
    <UiProvider>
      <Form
        schema={schema}
        defaultValues={{ email: '', password: '', remember: false }}
        onSubmit={onSubmit}
      >
        <TextField<Values>
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="Where we reach you"
        />
        <TextField<Values> name="password" label="Password" type="password" minLength={6} />
        <SwitchField<Values> name="remember" label="Stay signed in" />
        <SubmitButton<Values> busyLabel="Signing in..." disabledWhenEmpty={['email', 'password']}>
          Sign in
        </SubmitButton>
      </Form>
    </UiProvider>,
  );
  return {
    user: userEvent.setup(),
    email: screen.getByLabelText<HTMLInputElement>('Email'),
    password: screen.getByLabelText<HTMLInputElement>('Password'),
    submit: screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }),
  };
}

/** Returns the text that screen readers speak after the field's name and value. */
function description(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

test('the button is disabled while a named field is empty', async () => {
  const { user, email, password, submit } = renderForm(() => undefined);
  expect(submit.disabled).toBe(true);
  await user.type(email, 'a@b.org');
  expect(submit.disabled).toBe(true);
  await user.type(password, ' ');
  expect(submit.disabled).toBe(false);
});

test('an invalid field is marked, described and focused; the mark is removed once it is valid', async () => {
  const onSubmit = vi.fn<Submit>();
  const { user, email, password, submit } = renderForm(onSubmit);
  await user.type(email, 'nobody');
  await user.type(password, '123');
  expect(email.getAttribute('aria-invalid')).toBeNull();

  await user.click(submit);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(description(email)).toBe('Enter an email address.');
  expect(description(password)).toBe('Use at least 6 characters.');
  expect(email.value).toBe('nobody');

  await user.type(email, '@home.org');
  expect(email.getAttribute('aria-invalid')).toBeNull();
  expect(description(email)).toBe('Where we reach you');
  expect(password.getAttribute('aria-invalid')).toBe('true');
});

test('the form is busy until its handler settles, and submits once', async () => {
  let finish = () => {};
  const onSubmit = vi.fn<Submit>(() => new Promise((resolve) => (finish = resolve)));
  const { user, email, password, submit } = renderForm(onSubmit);
  await user.type(email, 'a@b.org');
  await user.type(password, 'secret');
  await user.click(screen.getByRole('switch', { name: 'Stay signed in' }));
  await user.type(password, '{Enter}');
  expect(submit.textContent).toBe('Signing in...');
  expect(submit.getAttribute('aria-disabled')).toBe('true');
  expect(submit.getAttribute('aria-busy')).toBe('true');
  await user.type(password, '{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({
    email: 'a@b.org',
    password: 'secret',
    remember: true,
  });

  finish();
  await vi.waitFor(() => expect(submit.textContent).toBe('Sign in'), { timeout: 20_000 });
});

test("the server's error is shown at its field and the input is kept", async () => {
  const { user, email, password, submit } = renderForm((_, { setFieldError }) =>
    setFieldError('email', 'This address is not known.'),
  );
  await user.type(email, 'a@b.org');
  await user.type(password, 'secret');
  await user.click(submit);
  await vi.waitFor(() => expect(document.activeElement).toBe(email), { timeout: 20_000 });
  expect(description(email)).toContain('This address is not known.');
  expect([email.value, password.value]).toEqual(['a@b.org', 'secret']);
  await user.type(email, '.au');
  expect(email.getAttribute('aria-invalid')).toBeNull();
});

test('a password can be shown and hidden', async () => {
  const { user, password } = renderForm(() => undefined);
  expect(password.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.type).toBe('password');
});

test('text typed before the effects of the fields have run is kept', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const setText = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  // As in a browser: in the DOM first, then as an event to React. Not in an act(), which would run the effects first.
  const typed = new Promise<string>((done) => {
    new MutationObserver((_, observer) => {
      const input = container.querySelector('input');
      if (!input) return;
      observer.disconnect();
      for (const letter of 'Meals') {
        setText?.call(input, input.value + letter);
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      done(input.value);
    }).observe(container, { childList: true, subtree: true });
  });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  startTransition(() =>
    root.render(
      <UiProvider>
        <Form
          schema={z.object({ name: z.string() })}
          defaultValues={{ name: '' }}
          onSubmit={() => {}}
        >
          <TextField<{ name: string }> name="name" label="Name" />
        </Form>
      </UiProvider>,
    ),
  );
  expect(await typed).toBe('Meals');
  root.unmount();
  vi.unstubAllGlobals();
  container.remove();
});

test('a field accepts only names of its schema with its type of value', () => {
  expectTypeOf<FieldName<Values, string>>().toEqualTypeOf<'email' | 'password'>();
  expectTypeOf<FieldName<Values, boolean>>().toEqualTypeOf<'remember'>();
  const fields = [
    // @ts-expect-error -- the schema has no such field
    <TextField<Values> key="1" name="e-mail" label="Email" />,
    // @ts-expect-error -- the field holds a boolean
    <TextField<Values> key="2" name="remember" label="Email" />,
    // @ts-expect-error -- the values of the form are missing
    <TextField key="3" name="email" label="Email" />,
  ];
  expect(fields).toHaveLength(3);
});
