import type { Locator, Page } from '@playwright/test';
import type { Account } from '../fixtures/accounts.ts';

/** The sign-in screen with its two tabs. */
export class SignInPage {
  readonly page: Page;
  readonly title: Locator;
  readonly signInTab: Locator;
  readonly signUpTab: Locator;
  readonly email: Locator;
  readonly password: Locator;
  readonly confirmPassword: Locator;
  readonly submit: Locator;
  readonly submitting: Locator;
  readonly passkey: Locator;
  readonly resetPassword: Locator;
  readonly create: Locator;
  readonly creating: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.signInTab = page.getByRole('tab', { name: 'Sign In' });
    this.signUpTab = page.getByRole('tab', { name: 'Sign Up' });
    this.email = page.getByRole('textbox', { name: 'Email' });
    this.password = page.getByLabel('Password', { exact: true });
    this.confirmPassword = page.getByLabel('Confirm Password');
    this.submit = page.getByRole('button', { name: 'Sign In', exact: true });
    this.submitting = page.getByRole('button', { name: 'Signing in...' });
    this.passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
    this.resetPassword = page.getByRole('button', { name: 'Reset Password' });
    this.create = page.getByRole('button', { name: 'Create Account' });
    this.creating = page.getByRole('button', { name: 'Creating account...' });
  }

  async open() {
    await this.page.goto('/auth/sign-in');
  }

  async openSignUp() {
    await this.open();
    await this.signUpTab.click();
  }

  async signIn({ email, password }: Account) {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }

  async signUp({ email, password }: Account, confirmPassword = password) {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.confirmPassword.fill(confirmPassword);
    await this.create.click();
  }
}
