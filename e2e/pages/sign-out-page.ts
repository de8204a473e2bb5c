import type { Locator, Page } from '@playwright/test';

/** The sign-out screen. */
export class SignOutPage {
  readonly page: Page;
  readonly title: Locator;
  readonly complete: Locator;
  readonly completing: Locator;
  readonly signInAgain: Locator;
  readonly unsentNote: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.complete = page.getByRole('button', { name: 'Complete Sign Out' });
    this.completing = page.getByRole('button', { name: 'Signing out...' });
    this.signInAgain = page.getByRole('link', { name: 'Sign In Again' });
    this.unsentNote = page.getByText('Messages you have not sent are still in this browser.');
  }

  async open() {
    await this.page.goto('/auth/sign-out');
  }
}
