import type { Locator, Page } from '@playwright/test';
import type { ChosenFile } from '../fixtures/files.ts';

/** The assistants screen of the admin area. */
export class AssistantsPage {
  readonly page: Page;
  readonly table: Locator;
  readonly dialog: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Assistants' });
    this.dialog = page.getByRole('dialog');
    this.search = page.getByRole('searchbox', { name: 'Search by label' });
  }

  /** Opens the list. A test that needs a row searches for it: with the rows that it adds there may be several pages. */
  async open(query = '') {
    await this.page.goto(`/admin/assistants${query}`);
  }

  row(label: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: label }) });
  }

  /** Chooses an item of a row's menu. */
  async choose(label: string, item: string) {
    await this.page.getByRole('button', { name: `Actions for ${label}` }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Chooses files with the button of the dialog of documents. */
  async upload(...files: ChosenFile[]) {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button('Upload files').click();
    await (await chooser).setFiles(files);
  }

  /** A field of the open dialog. */
  field(name: string): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  kind(name: 'Organisation' | 'Participant'): Locator {
    return this.dialog.getByRole('radio', { name });
  }

  toggle(name: string): Locator {
    return this.dialog.getByRole('switch', { name });
  }

  option(name: string | RegExp): Locator {
    return this.page.getByRole('listbox').getByRole('option', { name });
  }

  role(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name, exact: true });
  }
}
