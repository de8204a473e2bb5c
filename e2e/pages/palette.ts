import type { Locator, Page } from '@playwright/test';

/** The command palette of the chat. */
export class Palette {
  readonly page: Page;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly chosen: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Commands' });
    this.field = this.dialog.getByRole('combobox');
    this.chosen = this.dialog.getByRole('option', { selected: true });
  }

  /** Opens it by keyboard, once the chat handles shortcuts. */
  async open() {
    await this.page.getByRole('button', { name: /^(Hide|Show) conversations/ }).waitFor();
    await this.page.keyboard.press('Control+k');
    await this.field.waitFor();
  }

  option(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name });
  }

  group(name: string): Locator {
    return this.dialog.getByRole('group', { name });
  }
}
