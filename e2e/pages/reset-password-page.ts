import type { Locator, Page } from '@playwright/test';

/** The screen where a new password is set. */
export class ResetPasswordPage {
  readonly page: Page;
  readonly title: Locator;
  readonly newPassword: Locator;
  readonly confirmPassword: Locator;
  readonly submit: Locator;
  readonly submitting: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1, name: 'Reset Password' });
    this.newPassword = page.getByLabel('New Password', { exact: true });
    this.confirmPassword = page.getByLabel('Confirm New Password');
    this.submit = page.getByRole('button', { name: 'Update Password' });
    this.submitting = page.getByRole('button', { name: 'Updating password...' });
  }

  /** Opens the screen with the query or fragment of a mailed link. */
  async open(link: string) {
    await this.page.goto(`/auth/reset-password${link}`);
  }

  async update(password: string, confirmPassword = password) {
    await this.newPassword.fill(password);
    await this.confirmPassword.fill(confirmPassword);
    await this.submit.click();
  }
}
