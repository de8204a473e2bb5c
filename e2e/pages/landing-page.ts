import type { Locator, Page } from '@playwright/test';

/** The landing page. */
export class LandingPage {
  readonly page: Page;
  readonly tagline: Locator;
  readonly logo: Locator;
  readonly signUp: Locator;
  readonly signIn: Locator;
  readonly footer: Locator;
  readonly appLink: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tagline = page.getByRole('heading', { level: 1, name: 'Your AI Assistant' });
    this.logo = page.getByRole('banner').locator('svg');
    this.signUp = page.getByRole('link', { name: 'Sign up' });
    this.signIn = page.getByRole('link', { name: 'Sign in' });
    this.footer = page.getByRole('contentinfo');
    this.appLink = page.locator('a[href="/app"]');
  }

  async open() {
    await this.page.goto('/');
  }
}
