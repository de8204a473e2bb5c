import { expect, test } from 'vitest';
import {
  newPasswordFormSchema,
  mailRequestSchema,
  signInSchema,
  signUpSchema,
} from './authentication.ts';
import { refusals } from './testing/refusals.ts';

const form = (password: string, confirmPassword = password) => ({
  email: 'a@example.org',
  password,
  confirmPassword,
});

test('RULE-01 email and password are required', () => {
  expect(refusals(signInSchema, { email: ' ', password: '' })).toEqual([
    'Email is required',
    'Password is required',
  ]);
});

test("RULE-02 RULE-03 a differing confirmation is refused with 'Passwords do not match.'", () => {
  for (const schema of [signUpSchema, newPasswordFormSchema]) {
    expect(refusals(schema, form('secret', 'Secret'))).toEqual(['Passwords do not match.']);
  }
});

test("RULE-05 a blank email is refused with 'Please enter your email address.'", () => {
  for (const email of ['', '  ']) {
    expect(refusals(mailRequestSchema, { email })).toEqual(['Please enter your email address.']);
  }
});

test('ACCT-83 an email with more than 64 characters before the @ is refused at the field', () => {
  const message = 'Use at most 64 characters before the @.';
  const email = (length: number) => `${'a'.repeat(length)}@example.org`;
  for (const schema of [signInSchema, mailRequestSchema]) {
    expect(refusals(schema, { email: email(65), password: 'secret' })).toEqual([message]);
    expect(refusals(schema, { email: email(64), password: 'secret' })).toEqual([]);
  }
});

test('an email without a domain is refused before any request', () => {
  const message = 'Enter a full email address, like name@example.org.';
  for (const email of ['worker', 'worker@', '@example.org', 'a b@example.org']) {
    expect(refusals(signInSchema, { email, password: 'secret' })).toEqual([message]);
    expect(refusals(mailRequestSchema, { email })).toEqual([message]);
  }
});

test("LIMIT-01 a new password has at least 6 characters, else 'Password must be at least 6 characters long.'", () => {
  for (const schema of [signUpSchema, newPasswordFormSchema]) {
    expect(refusals(schema, form('123456'))).toEqual([]);
    expect(refusals(schema, form('12345'))).toEqual([
      'Password must be at least 6 characters long.',
    ]);
  }
});

test('a new password over 72 bytes is refused instead of truncated', () => {
  expect(refusals(signUpSchema, form('ä'.repeat(36)))).toEqual([]);
  expect(refusals(signUpSchema, form('ä'.repeat(37)))).toEqual([
    'Password must be at most 72 bytes long.',
  ]);
});
