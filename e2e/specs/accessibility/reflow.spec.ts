import type { Page } from '@playwright/test';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { startLongConversation } from '../../fixtures/long-conversation.ts';
import { setRole } from '../../fixtures/records.ts';
import { resize } from '../../fixtures/resize.ts';
import { expect, test } from '../../fixtures/test.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Thread } from '../../pages/thread.ts';

/** 1280 px wide pages at 400 % zoom, and a phone on its side with its keyboard. */
const SIZES = [
  { width: 320, height: 256 },
  { width: 320, height: 200 },
  { width: 844, height: 180 },
] as const;

const CONTROLS = 'a[href], button, select, summary, textarea, input:not([type=hidden])';

/**
 * Returns what a reader cannot use: horizontal scrolling of the page, and controls that are not completely in view, or are
 * covered, once they were scrolled to.
 */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const faults: string[] = [];
    for (const element of [document.documentElement, ...document.querySelectorAll('main')])
      if (element.scrollWidth > element.clientWidth) faults.push(`${element.localName} is wider`);
    const root = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document.body;
    for (const element of root.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('[inert], [aria-hidden=true], [data-outside-dialogs]')) continue;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const [box] = element.getClientRects();
      if (box === undefined || box.width < 2 || box.height < 2) continue;
      const x = box.left + box.width / 2;
      const hit = document.elementFromPoint(x, box.top + box.height / 2);
      const label = hit?.closest('label');
      const isHit = hit !== null && (element.contains(hit) || label?.control === element);
      const isWhole = box.left > -1 && box.right < innerWidth + 1 && box.top > -1;
      if (isHit && isWhole && box.bottom < innerHeight + 1) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim();
      const what = isHit ? 'cut' : `covered by ${hit?.outerHTML.slice(0, 80)}`;
      faults.push(`${name || element.outerHTML.slice(0, 80)}: ${what}`);
    }
    return faults;
  }, CONTROLS);
}

/** The addresses of screens, and the heading that shows that each has loaded. */
const SCREENS = [
  ['/app', /^Welcome/],
  ['/admin', 'AI Assistants'],
  ['/admin/assistants', 'AI Assistants'],
  ['/admin/participants', 'Participants'],
  ['/admin/users', 'User Management'],
  ['/admin/feedback', 'Feedback'],
  ['/admin/audit', /Audit/],
  ['/admin/health', /Health/],
  ['/account', 'Settings'],
  ['/account/security', 'Settings'],
  ['/about', 'About this installation'],
  // Dialogs.
  ['/admin/assistants?create=assistant', /assistant/i],
  ['/admin/participants?create=participant', /participant/i],
] as const;

test('REFLOW-01 every screen is usable at 400 % zoom and on a phone on its side with its keyboard', async ({
  page,
  server,
  signIn,
  newUser,
}) => {
  test.slow();
  await page.goto('/auth/sign-in');
  for (const size of SIZES) {
    await resize(page, size);
    expect.soft(await findFaults(page), `sign-in at ${size.width}x${size.height}`).toEqual([]);
  }
  const account = demoAccounts.admin;
  const { conversation } = await startLongConversation(server, account, 'The garden', 20);
  // An entry of the audit log with an affected user, whose label is hidden text in the last column.
  await setRole(server, (await newUser()).email, 'office', account);
  await signIn(page, account);

  const chat = new ChatPage(page);
  const thread = new Thread(page);
  await chat.open(conversation);
  await chat.composer.fill('A question about the garden.\nAnd another line.\nAnd a third one.');
  for (const size of SIZES) {
    await resize(page, size);
    await thread.atRest();
    const [messages, field] = [
      await thread.region.boundingBox(),
      await chat.composer.boundingBox(),
    ];
    const send = await chat.send.boundingBox();
    const name = `conversation at ${size.width}x${size.height}`;
    if (!messages || !field || !send) throw new Error(name);
    const visible = Math.min(messages.y + messages.height, field.y) - Math.max(0, messages.y);
    expect.soft(visible, name).toBeGreaterThanOrEqual(96);
    for (const box of [field, send]) {
      expect.soft(box.y, name).toBeGreaterThan(messages.y + messages.height);
      expect.soft(box.y + box.height, name).toBeLessThanOrEqual(size.height);
    }
    expect.soft(await findFaults(page), name).toEqual([]);
  }

  for (const [address, heading] of SCREENS) {
    await resize(page, { width: 1280, height: 800 });
    await page.goto(address);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    for (const size of SIZES) {
      await resize(page, size);
      expect.soft(await findFaults(page), `${address} at ${size.width}x${size.height}`).toEqual([]);
    }
  }
});
