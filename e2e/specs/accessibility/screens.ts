import { expect } from '@playwright/test';
import { demoAccounts } from '../../fixtures/accounts.ts';
import { SignOutPage } from '../../pages/sign-out-page.ts';
import { accountScreens, type Screen } from './account-screens.ts';
import {
  at,
  openSidebar,
  openFirstConversation,
  openNewConversation,
  openAuditLogs,
  openFeedback,
} from './open-screens.ts';

/** Every screen of the product that a user can reach. */
export const screens: Screen[] = [
  { name: 'landing', open: at('/', 'Your AI Assistant') },
  { name: 'about', open: at('/about', 'About this installation') },
  { name: 'sign-in', open: at('/auth/sign-in', 'Second Homie') },
  {
    name: 'sign-up',
    open: async (page) => {
      await page.goto('/auth/sign-in');
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(page.getByLabel('Confirm Password')).toBeVisible();
    },
  },
  {
    name: 'reset password',
    open: async (page) => {
      // The button of the form spends the token.
      await at('/auth/reset-password?token_hash=none&type=recovery', 'Reset Password')(page);
      await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
    },
  },
  { name: 'not found', open: at('/nowhere', 'Oops! Page not found') },
  { name: 'welcome', as: 'worker', open: at('/app', /welcome/i) },
  {
    name: 'conversation',
    as: 'worker',
    open: async (page) => {
      await openFirstConversation(page);
    },
  },
  { name: 'new conversation', as: 'worker', open: openNewConversation },
  {
    name: 'feedback on a reply',
    as: 'worker',
    open: async (page) => {
      const chat = await openFirstConversation(page);
      await chat.replies.last().getByRole('button', { name: 'Not helpful' }).click();
      await chat.button('Send feedback').click();
      await expect(chat.dialog.getByText('Choose a reason')).toBeVisible();
    },
  },
  { name: 'feedback', as: 'admin', open: openFeedback },
  {
    name: 'review of feedback',
    as: 'admin',
    open: async (page, server) => {
      await openFeedback(page, server);
      await page.getByRole('button', { name: demoAccounts.worker.email }).first().click();
      await page.getByRole('button', { name: 'Show question and reply' }).click();
      await expect(page.getByText('Reply', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'commands',
    as: 'admin',
    open: async (page) => {
      await openFirstConversation(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('s');
      await expect(page.getByRole('option', { name: /^Shift notes/ })).toBeVisible();
    },
  },
  {
    name: 'keyboard shortcuts',
    as: 'worker',
    open: async (page) => {
      await at('/app', /welcome/i)(page);
      await page.keyboard.press('Control+/');
      await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  {
    name: 'search results',
    as: 'worker',
    open: async (page) => {
      const chat = await openSidebar(page);
      await chat.search.fill('the');
      await expect(chat.found.locator('mark').first()).toBeVisible();
    },
  },
  {
    name: 'archived conversations',
    as: 'worker',
    open: async (page) => {
      const chat = await openSidebar(page);
      await page.getByRole('button', { name: 'Archived', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Back to conversations' })).toBeFocused();
      await expect(chat.archived.or(page.getByText('No archived conversations'))).toBeVisible();
    },
  },
  {
    name: 'user menu',
    as: 'admin',
    open: async (page) => {
      // The header renders before the chat, and axe needs the whole page.
      await at('/app', /welcome/i)(page);
      await page.getByRole('button', { name: /^Account of / }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    },
  },
  { name: 'denied', as: 'worker', open: at('/admin', 'Access Denied') },
  // The last of a worker: the others need the session.
  {
    name: 'sign-out',
    as: 'worker',
    open: async (page) => {
      const screen = new SignOutPage(page);
      await screen.open();
      await expect(screen.complete).toBeVisible();
    },
  },
  { name: 'admin overview', as: 'admin', open: at('/admin', 'AI Assistants') },
  {
    name: 'assistants',
    as: 'admin',
    open: async (page) => {
      await at('/admin/assistants', 'AI Assistants')(page);
      await expect(page.getByRole('button', { name: 'Shift notes', exact: true })).toBeVisible();
    },
  },
  {
    name: 'create assistant',
    as: 'admin',
    open: async (page) => {
      await page.goto('/admin/assistants?create=assistant');
      await page.getByText('More settings').click();
      await page.getByRole('switch', { name: 'Web research' }).check();
      await page.getByRole('switch', { name: 'Use organisation domains' }).uncheck();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByText('Label must be at least 3 characters')).toBeVisible();
    },
  },
  {
    name: 'access to an assistant',
    as: 'admin',
    open: async (page) => {
      await at('/admin/assistants', 'AI Assistants')(page);
      await page.getByRole('button', { name: 'Shift notes', exact: true }).click();
      await page.getByRole('tab', { name: 'Access' }).click();
      await page.getByText('Who can see this?').click();
      await expect(page.getByText('Role: support worker').first()).toBeVisible();
      await page.getByRole('combobox', { name: 'Add users' }).fill('e');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'participants',
    as: 'admin',
    open: async (page) => {
      await at('/admin/participants', 'Participants')(page);
      await expect(page.getByRole('button', { name: 'Actions for' }).first()).toBeVisible();
    },
  },
  {
    name: 'edit participant',
    as: 'admin',
    open: async (page) => {
      await page.goto('/admin/participants?create=participant');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByText('Display name must be at least 2 characters')).toBeVisible();
    },
  },
  {
    name: 'assign workers',
    as: 'admin',
    open: async (page) => {
      await page.goto('/admin/participants?q=Maya');
      await page.getByRole('button', { name: 'Actions for Maya Pereira' }).click();
      await page.getByRole('menuitem', { name: 'Assign Workers' }).click();
      const find = page.getByRole('combobox', { name: 'Find a worker' });
      await find.click();
      await page.getByRole('listbox').getByRole('option').first().click();
      await expect(page.getByText('1 worker will be assigned')).toBeVisible();
      await find.click();
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'unassign a worker',
    as: 'admin',
    open: async (page) => {
      await page.goto('/admin/participants?q=Maya');
      await page.getByRole('button', { name: 'Actions for Maya Pereira' }).click();
      await page.getByRole('menuitem', { name: 'Assign Workers' }).click();
      await page
        .getByRole('button', { name: /^Unassign / })
        .first()
        .click();
      await expect(page.getByText('1 worker will be unassigned')).toBeVisible();
    },
  },
  {
    name: 'users',
    as: 'admin',
    open: async (page) => {
      await at('/admin/users', 'User Management')(page);
      await page.getByRole('button', { name: `Role of ${demoAccounts.office.email}` }).click();
      await expect(page.getByRole('menuitem', { name: 'Office' })).toBeVisible();
    },
  },
  {
    name: 'access of a user',
    as: 'admin',
    open: async (page) => {
      await page.goto(`/admin/users?q=${demoAccounts.worker.email}`);
      await page.getByRole('button', { name: demoAccounts.worker.email, exact: true }).click();
      await expect(page.getByRole('switch').first()).toBeVisible();
    },
  },
  {
    name: 'what a user sees',
    as: 'admin',
    open: async (page) => {
      await page.goto(`/admin/users?q=${demoAccounts.worker.email}`);
      await page.getByRole('button', { name: `Actions for ${demoAccounts.worker.email}` }).click();
      await page.getByRole('menuitem', { name: 'What can this user see?' }).click();
      await expect(page.getByText('Assigned worker').first()).toBeVisible();
    },
  },
  {
    name: 'audit logs',
    as: 'admin',
    open: async (page) => {
      await openAuditLogs(page);
      const filters = page.getByRole('search', { name: 'Filters' });
      await filters.getByRole('button', { name: 'Filters', exact: true }).click();
      await filters.getByRole('button', { name: /more\.\.\.$/ }).click();
      await filters.getByRole('button', { name: 'denied', exact: true }).click();
      await filters.getByRole('button', { name: /^From Date/ }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  },
  {
    name: 'health',
    as: 'admin',
    open: async (page) => {
      await page.goto('/admin/health');
      const chat = page.getByRole('region', { name: 'chat' });
      await chat.getByText('Shared libraries').click();
      await expect(chat.getByText('@homie/ui')).toBeVisible();
      await expect(chat.getByRole('definition').first()).toHaveText(/^[\d,]+$/);
    },
  },
  {
    name: 'audit log details',
    as: 'admin',
    open: async (page) => {
      await openAuditLogs(page);
      await page
        .getByRole('button', { name: /^Details of / })
        .first()
        .click();
      const sheet = page.getByRole('dialog', { name: 'Audit Log Details' });
      await expect(sheet.getByRole('heading', { name: 'Metadata' })).toBeVisible();
    },
  },
  ...accountScreens,
];
