import { expect, type Locator, type Page } from '@playwright/test';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the screen`);
  return box;
}

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

  /** The toast that is shown covers none of these. */
  async expectClearOf(...controls: readonly Locator[]) {
    const toast = await boxOf(this.page.getByTestId('toast').first());
    for (const control of controls) {
      const { x, y, width, height } = await boxOf(control);
      const apart =
        x >= toast.x + toast.width ||
        x + width <= toast.x ||
        y >= toast.y + toast.height ||
        y + height <= toast.y;
      expect(apart, `a toast over ${control}`).toBe(true);
    }
  }

  /** A destructive toast, which is put away: only three have a place. */
  async takeError(title: string, description: string) {
    await this.expectError(title, description);
    await this.saying(title, description).getByRole('button', { name: 'Dismiss' }).click();
  }
}
