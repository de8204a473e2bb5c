import type { Locator, Page } from '@playwright/test';
import { holdRequests, type HeldRequests } from '../fixtures/hold-requests.ts';

/** The tab of a section of the admin area. */
export type AdminTab = 'Overview' | 'Assistants' | 'Participants' | 'Users' | 'Audit Logs';

/** The admin area: its gate, its frame and its overview. */
export class AdminPage {
  readonly page: Page;
  readonly checking: Locator;
  readonly tabs: Locator;
  readonly backToApp: Locator;
  readonly denied: Locator;
  readonly retry: Locator;

  constructor(page: Page) {
    this.page = page;
    this.checking = page.getByText('Checking permissions...');
    this.tabs = page.getByRole('navigation', { name: 'Administration' });
    this.backToApp = page.getByRole('link', { name: 'Back to App' });
    this.denied = page.getByRole('heading', { name: 'Access Denied' });
    this.retry = page.getByRole('button', { name: 'Retry' });
  }

  async open(path = '/admin') {
    await this.page.goto(path);
  }

  /** The heading of the screen inside the frame. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  tab(name: AdminTab): Locator {
    return this.tabs.getByRole('link', { name });
  }

  /** A card of the overview. */
  card(title: string): Locator {
    return this.page.getByRole('region', { name: title });
  }

  /** A quick action, which is a link or a button. */
  quickAction(name: string): Locator {
    return this.page.getByRole('link', { name }).or(this.page.getByRole('button', { name }));
  }

  /** Holds the lookup of the user's own record until it is released. */
  holdLookup(): Promise<HeldRequests> {
    return holdRequests(this.page, recordLookup);
  }

  /** Responds to the lookup of the user's own record instead of the server. */
  async answerLookup(status: number, json: unknown) {
    await this.page.route(recordLookup, (route) => route.fulfill({ status, json }));
  }

  /** Breaks the connection of the lookup of the user's own record. */
  async breakLookup() {
    await this.page.route(recordLookup, (route) => route.abort('connectionfailed'));
  }

  /** Stops intercepting the lookup. */
  async restoreLookup() {
    await this.page.unroute(recordLookup);
  }
}

const recordLookup = /\/rest\/v1\/users\?/;
