import { expect, type Page } from '@playwright/test';
import { giveFeedback } from '../../fixtures/feedback.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { ChatPage } from '../../pages/chat-page.ts';

/** Returns the steps that load an address until its heading is visible. */
export const at = (address: string, heading: string | RegExp) => async (page: Page) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
};

/** Opens the chat with its sidebar, which is a drawer on small screens. */
export async function openSidebar(page: Page): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open();
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole('button', { name: 'Show conversations' }).click();
  await expect(chat.list).toBeVisible();
  return chat;
}

/** Opens the first conversation of the list. */
export async function openFirstConversation(page: Page): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open();
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page
      .getByRole('button', { name: /conversations/i })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('link').first().click();
  } else {
    await chat.list.getByRole('link').first().click();
  }
  await expect(chat.composer).toBeVisible();
  await expect(chat.mine.first()).toBeVisible();
  return chat;
}

/** Opens the New Conversation dialog. */
export async function openNewConversation(page: Page) {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.newChat.click();
  await expect(chat.assistant('Shift notes')).toBeVisible();
}

/** Opens the review list with at least one problem. */
export async function openFeedback(page: Page, server: RunningServer) {
  await giveFeedback(server);
  await at('/admin/feedback', 'Feedback')(page);
  await expect(page.getByRole('table', { name: 'Per week' })).toBeVisible();
}

/** Opens the audit log. */
export async function openAuditLogs(page: Page) {
  await page.goto('/admin/audit');
  await expect(page.getByRole('button', { name: /^Details of / }).first()).toBeVisible();
}
