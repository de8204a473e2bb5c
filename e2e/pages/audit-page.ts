import { expect, type Locator, type Page, type Request } from '@playwright/test';

/** Filter of an audit log query. */
export interface QueryFilter {
  from?: string;
  to?: string;
  page: number;
  pageSize: number;
  sort: string;
}

/** Address of the audit log's queries. */
export const QUERY = '**/rest/v1/rpc/query_audit_logs';

/**
 * Returns whether a request queries the list. The histogram queries the oldest entry at the same address, with a page
 * size of 1.
 */
function isListQuery(request: Request): boolean {
  return request.url().endsWith(QUERY.slice(2)) && filterOf(request).pageSize !== 1;
}

/** The audit logs of the admin area. */
export class AuditPage {
  readonly page: Page;
  readonly filters: Locator;
  readonly toggle: Locator;
  readonly active: Locator;
  readonly reset: Locator;
  readonly table: Locator;
  readonly rows: Locator;
  readonly pager: Locator;
  readonly sheet: Locator;
  readonly calendar: Locator;
  readonly loading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.filters = page.getByRole('search', { name: 'Filters' });
    this.toggle = this.filters.getByRole('button', { name: 'Filters', exact: true });
    this.active = this.filters.getByText(/^\d+ active$/);
    this.reset = this.filters.getByRole('button', { name: 'Reset', exact: true });
    this.table = page.getByRole('table', { name: 'Audit logs' });
    this.rows = this.table.locator('tbody').getByRole('row');
    this.pager = page.getByRole('navigation', { name: 'Pages of results' });
    this.sheet = page.getByRole('dialog', { name: 'Audit Log Details' });
    this.calendar = page.getByRole('grid');
    this.loading = page.getByText('Loading audit logs...');
  }

  async open(query = '') {
    await this.page.goto(`/admin/audit${query}`);
  }

  /** Runs `trigger` and returns the filter of the list's next query. */
  async captureFilter(trigger: () => Promise<unknown>): Promise<QueryFilter> {
    const [request] = await Promise.all([this.page.waitForRequest(isListQuery), trigger()]);
    return filterOf(request);
  }

  /** Opens the filters, which are closed when the screen opens. */
  async openFilters() {
    await this.toggle.click();
    await expect(this.toggle).toHaveAttribute('aria-expanded', 'true');
  }

  chip(action: string): Locator {
    return this.filters.getByRole('button', { name: action, exact: true });
  }

  field(label: string): Locator {
    return this.filters.getByLabel(label, { exact: true });
  }

  date(label: 'From Date' | 'To Date'): Locator {
    return this.filters.getByRole('button', { name: new RegExp(`^${label}`) });
  }

  /** Cells of a column, counted from 1; the time is the first. */
  cells(column: number): Locator {
    return this.rows.locator(`> *:nth-child(${column})`);
  }

  /** Row whose metadata contains a text. */
  rowWith(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** Waits until the rows are the results of the latest query. */
  async expectCurrent() {
    await expect(this.page.locator('[aria-busy=true]').filter({ has: this.table })).toHaveCount(0);
  }

  async expectShowing(from: number, to: number, total: number) {
    await expect(
      this.page.getByText(`Showing ${from} to ${to} of ${total.toLocaleString('en-AU')} results`, {
        exact: true,
      }),
    ).toBeVisible();
  }

  /** The button that copies a value of the open sheet. */
  copy(label: string): Locator {
    return this.sheet.getByRole('button', { name: `Copy ${label}`, exact: true });
  }
}

/** Returns the filter of a request. */
function filterOf(request: Request): QueryFilter {
  const { filter }: { filter: QueryFilter } = request.postDataJSON();
  return filter;
}
