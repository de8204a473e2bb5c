import type { Locator, Page } from '@playwright/test';

/** The header of every screen that requires sign-in. */
export class AppHeader {
  readonly page: Page;
  readonly banner: Locator;
  readonly home: Locator;
  readonly demoMode: Locator;
  readonly demoExplanation: Locator;
  readonly themeToggle: Locator;
  readonly sidebarToggle: Locator;
  readonly account: Locator;
  readonly menu: Locator;

  constructor(page: Page) {
    this.page = page;
    this.banner = page.getByRole('banner');
    this.home = this.banner.getByRole('link', { name: 'Second Homie' });
    this.demoMode = this.banner.getByRole('button', { name: 'Demo Mode' });
    this.demoExplanation = this.banner.getByRole('tooltip');
    this.themeToggle = this.banner.getByRole('button', { name: 'Theme' });
    this.sidebarToggle = this.banner.getByRole('button', { name: /^(Hide|Show) conversations/ });
    this.account = this.banner.getByRole('button', { name: /^Account of/ });
    this.menu = page.getByRole('menu');
  }

  /** The full email, in the opened menu. */
  email(email: string): Locator {
    return this.page.getByRole('region', { name: 'Account' }).getByText(email);
  }

  item(name: string): Locator {
    return this.menu.getByRole('menuitem', { name });
  }

  async chooseTheme(name: 'Light' | 'Dark' | 'System') {
    await this.themeToggle.click();
    await this.menu.getByRole('menuitemradio', { name }).click();
  }

  async openMenu() {
    await this.account.click();
  }
}
