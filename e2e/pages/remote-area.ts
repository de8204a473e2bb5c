import type { Locator, Page } from '@playwright/test';

/** Area of a remote: its screen, or the panel that replaces it. */
export class RemoteArea {
  readonly page: Page;
  readonly main: Locator;
  readonly retry: Locator;
  readonly detail: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.retry = this.main.getByRole('button', { name: 'Retry' });
    this.detail = this.main.getByText('Technical details');
  }

  screen(name: 'chat' | 'admin'): Locator {
    return this.main.getByRole('heading', { name: `Probe ${name}` });
  }

  panel(title: string): Locator {
    return this.main.getByRole('heading', { level: 1, name: title });
  }
}
