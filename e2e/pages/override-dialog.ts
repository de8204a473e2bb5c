import type { Locator, Page } from '@playwright/test';
import { AppHeader } from './app-header.ts';

/** The dialog that overrides the version of a remote, and the badge in the header while an override is active. */
export class OverrideDialog {
  readonly dialog: Locator;
  readonly remote: Locator;
  readonly target: Locator;
  readonly use: Locator;
  readonly badge: Locator;
  readonly #header: AppHeader;

  constructor(page: Page) {
    this.#header = new AppHeader(page);
    this.dialog = page.getByRole('dialog', { name: 'Use another version' });
    this.remote = this.dialog.getByLabel('Remote');
    this.target = this.dialog.getByLabel('Version or address');
    this.use = this.dialog.getByRole('button', { name: 'Use and reload' });
    this.badge = page.getByRole('button', { name: /^Override of/ });
  }

  known(version: string): Locator {
    return this.dialog.getByRole('button', { name: version, exact: true });
  }

  async open() {
    await this.#header.openMenu();
    await this.#header.item('Use another version').click();
  }
}
