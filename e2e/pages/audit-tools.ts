import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';

/** Controls of the audit screen outside its panel and table: search line, saved views, exports and verification. */
export class AuditTools {
  readonly page: Page;
  readonly line: Locator;
  readonly problems: Locator;
  readonly exportCsv: Locator;
  readonly exportStatus: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.line = page.getByRole('combobox', { name: 'Search the log' });
    this.problems = page.getByRole('alert');
    this.exportCsv = page.getByRole('button', { name: 'Export CSV' });
    this.exportStatus = page.getByRole('region', { name: 'Export' });
    this.dialog = page.getByRole('dialog');
  }

  async open(query = '') {
    await this.page.goto(`/admin/audit${query}`);
  }

  /** Replaces the search line, and searches. */
  async search(line: string) {
    await this.line.fill(line);
    await this.line.press('Enter');
  }

  async openFilters() {
    await this.page.getByRole('button', { name: 'Filters', exact: true }).click();
  }

  chip(action: string): Locator {
    return this.page.getByRole('button', { name: action, exact: true });
  }

  /** Chooses from the menu of saved views; its button shows the name of the open view. */
  async chooseView(button: string | RegExp, item: string | RegExp) {
    await this.page.getByRole('button', { name: button }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  async saveView(name: string, { shared = false } = {}) {
    await this.dialog.getByLabel('Name').fill(name);
    if (shared)
      await this.dialog.getByRole('switch', { name: 'Share with all administrators' }).check();
    await this.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  }

  /** Returns the lines of a download, without the final line break. */
  async readLines(download: Download): Promise<string[]> {
    return (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/);
  }
}
