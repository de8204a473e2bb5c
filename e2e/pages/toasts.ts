import { expect, type Locator, type Page } from '@playwright/test';

/** The toasts of the page, by what they say. */
export class Toasts {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  saying(title: string, description: string): Locator {
    return this.page
      .getByTestId('toast')
      .filter({ hasText: title })
      .filter({ hasText: description });
  }

  /** A toast of the ordinary kind. */
  async expectSuccess(title: string, description: string) {
    await expect(this.saying(title, description)).toHaveAttribute('data-tone', 'success');
  }

  /** A destructive toast. */
  async expectError(title: string, description: string) {
    await expect(this.saying(title, description)).toHaveAttribute('data-tone', 'error');
  }

  /** A destructive toast, which is put away: only three have a place. */
  async takeError(title: string, description: string) {
    await this.expectError(title, description);
    await this.saying(title, description).getByRole('button', { name: 'Dismiss' }).click();
  }
}
