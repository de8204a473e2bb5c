import type { Locator, Page } from '@playwright/test';

/** The participants screen of the admin area. */
export class ParticipantsPage {
  readonly page: Page;
  readonly table: Locator;
  readonly dialog: Locator;
  readonly question: Locator;
  readonly search: Locator;
  readonly status: Locator;
  readonly pager: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Participants' });
    this.dialog = page.getByRole('dialog');
    this.question = page.getByRole('alertdialog');
    this.search = page.getByRole('searchbox', { name: 'Search by name' });
    this.status = page.getByRole('search').getByLabel('Status');
    this.pager = page.getByRole('navigation', { name: 'Pages of participants' });
  }

  async open(query = '') {
    await this.page.goto(`/admin/participants${query}`);
  }

  row(name: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
  }

  /** The names on the page, in order. */
  get names(): Locator {
    return this.table.getByRole('rowheader');
  }

  /** Chooses an item of a row's menu. */
  async choose(name: string, item: string) {
    await this.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** A field of the open dialog. */
  field(name: string): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }
}
