import { expect, type Locator, type Page } from '@playwright/test';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the screen`);
  return box;
}

/** Toasts of the page, by their text. */
export class Toasts {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  withText(title: string, description: string): Locator {
    return this.page
      .getByTestId('toast')
      .filter({ hasText: title })
      .filter({ hasText: description });
  }

  /** Expects a success toast. */
  async expectSuccess(title: string, description: string) {
    await expect(this.withText(title, description)).toHaveAttribute('data-tone', 'success');
  }

  /** Expects a destructive toast. */
  async expectError(title: string, description: string) {
    await expect(this.withText(title, description)).toHaveAttribute('data-tone', 'error');
  }

  /** Expects that the visible toast covers none of these controls. */
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

  /** Expects a destructive toast and dismisses it: only three fit on the page. */
  async takeError(title: string, description: string) {
    await this.expectError(title, description);
    await this.withText(title, description).getByRole('button', { name: 'Dismiss' }).click();
  }
}
