import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from '../fixtures/tab-to.ts';

/** The drawer 'Assign Workers' of a participant, used by keyboard alone. */
export class WorkersDrawer {
  readonly page: Page;
  readonly drawer: Locator;
  readonly find: Locator;
  readonly alsoGrant: Locator;
  readonly assigned: Locator;
  readonly grantAll: Locator;
  readonly unassignDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole('dialog', { name: 'Assign Workers' });
    this.find = this.drawer.getByRole('combobox', { name: 'Find a worker' });
    this.alsoGrant = this.drawer.getByRole('switch', { name: 'Also grant assistant access' });
    this.assigned = this.drawer.getByRole('list', { name: 'Assigned workers' });
    this.grantAll = this.drawer.getByRole('button', { name: 'Grant Assistant Access to All' });
    this.unassignDialog = page.getByRole('dialog', { name: /^Unassign/ });
  }

  /** Option offered for the typed text. */
  offered(email: string): Locator {
    return this.drawer.getByRole('option', { name: email });
  }

  worker(email: string): Locator {
    return this.assigned.getByRole('listitem').filter({ hasText: email });
  }

  /** Finds workers by email and picks each. */
  async pick(...emails: readonly string[]) {
    for (const email of emails) {
      await tabTo(this.find);
      await this.page.keyboard.press('ControlOrMeta+a');
      await this.page.keyboard.type(email);
      await expect(this.offered(email)).toBeVisible();
      await this.page.keyboard.press('ArrowDown');
      await this.page.keyboard.press('Enter');
    }
  }

  /** Focuses a control and presses a key. */
  async press(control: Locator, key: 'Enter' | 'Space' = 'Enter') {
    await tabTo(control);
    await this.page.keyboard.press(key);
  }

  async assign() {
    await this.press(this.drawer.getByRole('button', { name: /^Assign / }));
  }

  /** Unassigns one worker. @param alsoRevoke whether the worker also loses access */
  async unassign(email: string, { alsoRevoke }: { alsoRevoke: boolean }) {
    await this.press(this.drawer.getByRole('button', { name: `Unassign ${email}` }));
    const revoke = this.unassignDialog.getByRole('switch', {
      name: 'Also revoke assistant access',
    });
    await expect(revoke).not.toBeChecked();
    if (alsoRevoke) await this.press(revoke, 'Space');
    await this.press(this.unassignDialog.getByRole('button', { name: 'Unassign' }));
  }
}
