import type { Locator, Page } from '@playwright/test';

/** The users screen of the admin area, with the dialog of one user. */
export class UsersPage {
  readonly page: Page;
  readonly table: Locator;
  readonly dialog: Locator;
  readonly search: Locator;
  readonly role: Locator;
  readonly pager: Locator;
  readonly emails: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Users' });
    this.dialog = page.getByRole('dialog');
    this.search = page.getByRole('searchbox', { name: 'Search by name or email' });
    this.role = page.getByRole('search').getByLabel('Role');
    this.pager = page.getByRole('navigation', { name: 'Pages of users' });
    this.emails = this.table.getByRole('rowheader');
  }

  async open(query = '') {
    await this.page.goto(`/admin/users${query}`);
  }

  /** The row of a user, by the email, next to which can be a name and a label such as 'Deactivated'. */
  row(email: string): Locator {
    return this.table.getByRole('row').filter({ hasText: email });
  }

  /** The button that shows a user's role and changes it. */
  roleOf(email: string): Locator {
    return this.table.getByRole('button', { name: `Role of ${email}` });
  }

  async chooseRole(email: string, role: string) {
    await this.roleOf(email).click();
    await this.page.getByRole('menuitem', { name: role }).click();
  }

  /** Chooses an item of a row's menu. */
  async choose(email: string, item: string) {
    await this.page.getByRole('button', { name: `Actions for ${email}` }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** An assistant in the dialog 'Assistant Access'. */
  assistant(label: string): Locator {
    return this.dialog
      .getByRole('list', { name: 'Assistants', exact: true })
      .getByRole('listitem')
      .filter({ hasText: label });
  }

  directAccess(label: string): Locator {
    return this.dialog.getByRole('switch', { name: `Direct access to ${label}` });
  }
}
