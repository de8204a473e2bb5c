import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { DemoRole } from '../../fixtures/accounts.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';

/** The README's screenshots. `npm run pictures` sets the variable that takes them; otherwise they are compared. */
const isTaking = process.env['HOMIE_PICTURES'] === 'take';
const folder = path.resolve(import.meta.dirname, '../../../docs/images');

interface Picture {
  name: string;
  role: DemoRole;
  address: string;
  theme: 'light' | 'dark';
  size: { width: number; height: number };
  /** Opens the content of the screenshot and waits for it. */
  prepare: (page: Page) => Promise<void>;
}

/** The texts of a screen that reveal an outdated screenshot. */
interface Outline {
  heading: string[];
  tabs: string[];
  columns: string[];
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const CONVERSATION = 'Rainy day ideas with Maya';

async function openConversation(page: Page) {
  if (page.viewportSize()?.width === PHONE.width)
    await page.getByRole('button', { name: 'Show conversations' }).click();
  await new ChatPage(page).row(CONVERSATION).click();
  await expect(page.getByRole('article').last()).toBeVisible();
}

const firstRow = (table: string) => (page: Page) =>
  expect(page.getByRole('table', { name: table }).getByRole('rowheader').first()).toBeVisible();

const pictures: readonly Picture[] = [
  {
    name: 'chat',
    role: 'worker',
    address: '/app',
    theme: 'light',
    size: DESKTOP,
    prepare: openConversation,
  },
  {
    name: 'chat-phone-dark',
    role: 'worker',
    address: '/app',
    theme: 'dark',
    size: PHONE,
    prepare: openConversation,
  },
  {
    name: 'admin-assistants',
    role: 'admin',
    address: '/admin/assistants',
    theme: 'dark',
    size: DESKTOP,
    prepare: firstRow('Assistants'),
  },
  {
    name: 'audit',
    role: 'admin',
    address: '/admin/audit',
    theme: 'light',
    size: DESKTOP,
    prepare: async (page) => {
      await firstRow('Audit logs')(page);
      const histogram = page.getByRole('region', { name: 'Entries over time' });
      await expect(histogram.getByRole('button').first()).toBeVisible();
    },
  },
];

async function readOutline(page: Page): Promise<Outline> {
  const texts = (role: 'heading' | 'columnheader') =>
    page.getByRole(role, role === 'heading' ? { level: 1 } : {}).allInnerTexts();
  return {
    heading: await texts('heading'),
    tabs: await page.getByRole('navigation').getByRole('link').allInnerTexts(),
    columns: await texts('columnheader'),
  };
}

for (const { name, role, address, theme, size, prepare } of pictures) {
  test(`the README screenshot ${name} matches the current screen`, async ({ page, signIn }) => {
    await resize(page, size);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await signIn(page, role);
    await page.goto(address);
    await prepare(page);
    const outline = await readOutline(page);
    const outlineFile = path.join(folder, `${name}.json`);
    if (isTaking) {
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
      await writeFile(outlineFile, `${JSON.stringify(outline, null, 2)}\n`);
    }
    const pictured: unknown = JSON.parse(await readFile(outlineFile, 'utf8'));
    expect(outline, 'take the pictures again with `npm run pictures`').toEqual(pictured);
  });
}
