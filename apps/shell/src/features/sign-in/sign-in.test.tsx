// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { button, expectToast, fill, isDisabled, press } from '../../testing/on-screen';
import { held, refusal, renderApp, SESSION_KEY, testSession } from '../../testing/render-app';

afterEach(() => vi.unstubAllGlobals());

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');
const tab = (name: string) => screen.getByRole('tab', { name });

async function open(answers = {}) {
  const request = renderApp('/auth/sign-in', { answers });
  await screen.findByRole('heading', { name: 'Second Homie' });
  return request;
}

function signIn(typed: string) {
  fill(email(), 'ada@test.example');
  fill(password(), typed);
  press('Sign In');
}

test('SIGNIN-01 SIGNIN-03 SIGNIN-04 SIGNIN-07 SIGNIN-08 SIGNIN-09 RULE-01 shows the card, tabs that support arrow keys, and buttons that are disabled until their fields are filled', async () => {
  await open();
  expect(screen.getByText('Sign in to access your property management assistant')).toBeDefined();
  expect(tab('Sign In').getAttribute('aria-selected')).toBe('true');
  fireEvent.click(tab('Sign Up'));
  expect(tab('Sign Up').getAttribute('aria-selected')).toBe('true');
  expect(document.title).toBe('Sign up · Second Homie');
  fireEvent.keyDown(tab('Sign Up'), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(tab('Sign In'));
  await screen.findByRole('button', { name: 'Sign In' });
  fireEvent.keyDown(tab('Sign In'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(tab('Sign Up'));
  await screen.findByRole('button', { name: 'Create Account' });

  fireEvent.click(tab('Sign In'));
  expect(screen.getByText('Forgot your password?')).toBeDefined();
  expect([isDisabled('Sign In'), isDisabled('Reset Password')]).toEqual([true, true]);
  fill(email(), 'ada@test.example');
  expect([isDisabled('Sign In'), isDisabled('Reset Password')]).toEqual([true, false]);
  fill(password(), 'x');
  expect(isDisabled('Sign In')).toBe(false);
  fill(email(), '');
  expect(isDisabled('Sign In')).toBe(true);

  fill(email(), 'someone@test.example');
  fireEvent.click(tab('Sign Up'));
  expect(email().value).toBe('someone@test.example');
  fireEvent.click(tab('Sign In'));
  expect(email().value).toBe('someone@test.example');
});

test("SIGNIN-05 SIGNIN-11 SIGNIN-12 STATE-04 shows progress, the service's error message and a hint at the focused field, reports a network failure as unexpected, and allows a retry", async () => {
  const first = held(() => refusal(400, 'invalid_credentials', 'Invalid login credentials'));
  const answers = [first.answer, () => Promise.reject(new TypeError('Failed to fetch'))];
  await open({ 'POST /auth/v1/token': () => answers.shift()?.() });
  signIn('wrong');
  await screen.findByText('Signing in...');
  expect(isDisabled('Signing in...')).toBe(true);
  await waitFor(() => expect(isDisabled('Reset Password')).toBe(true));
  first.release();
  await expectToast('error', 'Error', 'Invalid login credentials');
  expect(window.location.pathname).toBe('/auth/sign-in');
  expect(isDisabled('Sign In')).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(password()));
  const hint = screen.getByText("That email and password don't match.");
  await waitFor(() =>
    expect(hint.closest(`[id="${password().getAttribute('aria-describedby')}"]`)).not.toBeNull(),
  );
  fill(password(), 'another');
  await waitFor(() => expect(password().getAttribute('aria-describedby')).toBeNull());

  press('Sign In');
  await screen.findByText(UNEXPECTED);
  expect(screen.getAllByTestId('toast')).toHaveLength(1);
  expect(isDisabled('Sign In')).toBe(false);
});

test('SIGNIN-06 SIGNIN-10 a sign-in welcomes the user, stores the session and opens the app', async () => {
  await open();
  signIn('right');
  await screen.findByRole('heading', { name: 'Screens of chat' });
  await expectToast('success', 'Welcome back!', 'You have been successfully signed in.');
  expect(window.location.pathname).toBe('/app');
  expect(JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}')).toMatchObject({
    user: { email: 'ada@test.example' },
  });
});

test('SIGNIN-10 a signed-in user is redirected from sign-in to the app', async () => {
  renderApp('/auth/sign-in', { stored: testSession() });
  await screen.findByRole('heading', { name: 'Screens of chat' });
  expect(window.location.pathname).toBe('/app');
});

function signUp(first: string, second = first) {
  fill(email(), 'ada@test.example');
  fill(password(), first);
  fill(screen.getByLabelText('Confirm Password'), second);
  press('Create Account');
}

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-04 RULE-01 RULE-02 LIMIT-01 STATE-04 sign-up validates its fields, shows progress, and confirms that a mail was sent', async () => {
  const answer = held(() => Response.json({ id: 'u1', email: 'ada@test.example' }));
  const request = await open({ 'POST /auth/v1/signup': answer.answer });
  fireEvent.click(tab('Sign Up'));
  expect(password().getAttribute('minlength')).toBe('6');
  expect(screen.getByText('At least 6 characters')).toBeDefined();
  expect(screen.getByText(/^We will send you a confirmation email/)).toBeDefined();
  const tooShort = () => screen.queryByText('Password must be at least 6 characters long.');
  const differs = () => screen.queryByText('Passwords do not match.');
  press('Create Account');
  await screen.findByText('Email is required');
  expect(tooShort()).not.toBeNull();
  expect(document.activeElement).toBe(email());
  signUp('a-good-password', 'another-password');
  await waitFor(() => expect([differs() !== null, tooShort()]).toEqual([true, null]));
  signUp('12345');
  await waitFor(() => expect([tooShort() !== null, differs()]).toEqual([true, null]));
  expect(request.mock.calls.flat()).not.toContainEqual(expect.stringMatching('/auth/v1/signup'));

  signUp('123456');
  await screen.findByText('Creating account...');
  expect(isDisabled('Creating account...')).toBe(true);
  answer.release();
  await expectToast(
    'success',
    'Check your email',
    "We've sent you a confirmation link to complete your registration.",
  );
  expect(screen.getByRole('heading', { name: 'Check your inbox' })).toBeDefined();
  expect(window.location.pathname).toBe('/auth/sign-in');
});

test("SIGNUP-05 SIGNUP-06 ERR-03 STATE-04 sign-up shows the service's error message, reports a network failure as unexpected, and allows a retry", async () => {
  const answers = [
    () => refusal(422, 'user_already_exists', 'User already registered'),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ];
  await open({ 'POST /auth/v1/signup': () => answers.shift()?.() });
  fireEvent.click(tab('Sign Up'));
  signUp('a-good-password');
  await expectToast('error', 'Error', 'User already registered');
  press('Create Account');
  await expectToast('error', 'Error', UNEXPECTED);
  expect(isDisabled('Create Account')).toBe(false);
});

test('RESET-01 RESET-02 STATE-04 a reset mail is requested with progress and confirmed, for an email that is not blank', async () => {
  const answer = held(() => Response.json({}));
  const request = await open({ 'POST /auth/v1/recover': answer.answer });
  fill(email(), '   ');
  press('Reset Password');
  await expectToast('error', 'Error', 'Please enter your email address.');
  expect(request.mock.calls.flat()).not.toContainEqual(expect.stringMatching('/auth/v1/recover'));
  fill(email(), 'ada@test.example');
  press('Reset Password');
  await screen.findByText('Sending...');
  expect(isDisabled('Sending...')).toBe(true);
  answer.release();
  await expectToast(
    'success',
    'Password reset email sent!',
    'Check your email for a link to reset your password.',
  );
  expect(screen.getByRole('heading', { name: 'Check your inbox' })).toBeDefined();
  expect(screen.getByText('ada@test.example')).toBeDefined();
  const again = screen.getByText(/^Send again in \d+ s$/);
  expect(isDisabled(again.textContent ?? '')).toBe(true);
  press('Back to sign in');
  expect(button('Reset Password')).toBeDefined();
});

test("RESET-03 RULE-05 STATE-04 shows the service's error message for a reset mail, and reports an exception as a failure to send", async () => {
  const msg = 'Please wait 5 minutes before requesting another email.';
  const answers = [
    () => refusal(429, 'over_email_send_rate_limit', msg),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ];
  await open({ 'POST /auth/v1/recover': () => answers.shift()?.() });
  fill(email(), 'ada@test.example');
  press('Reset Password');
  await expectToast('error', 'Error', msg);
  press('Reset Password');
  await expectToast('error', 'Error', 'Failed to send password reset email. Please try again.');
  expect(isDisabled('Reset Password')).toBe(false);
});

test.each(['/admin', '/admin/assistants', '/admin/participants', '/admin/users', '/admin/audit'])(
  'GATE-06 PERM-02 PERM-05 %s redirects a visitor to sign-in, and says so',
  async (path) => {
    renderApp(path);
    await expectToast('error', 'Error', 'Please sign in to access this area.');
    expect(window.location.pathname).toBe('/auth/sign-in');
  },
);

test.each(['/app', '/app?conversation=0190c0de-0000-7000-8000-000000000001', '/auth/sign-out'])(
  'PERM-02 PERM-03 %s redirects a visitor to sign-in',
  async (path) => {
    renderApp(path);
    await screen.findByRole('tab', { name: 'Sign In' });
    expect(window.location.pathname).toBe('/auth/sign-in');
    expect(screen.queryByText(/^Account of/)).toBeNull();
    expect(screen.queryByTestId('toast')).toBeNull();
  },
);

test.each(['/nowhere', '/auth', '/auth/sign-in/more', '/app/more', '/admin/nowhere'])(
  'ERR-01 the unknown path %s shows the not-found page, which links home',
  async (path) => {
    renderApp(path);
    await screen.findByRole('heading', { name: 'Oops! Page not found' });
    expect(screen.getByText('Back to home').closest('a')?.getAttribute('href')).toBe('/');
  },
);
