import { expect, type Page } from '@playwright/test';
import { createUser, demoAccounts, openSession, type DemoRole } from '../../fixtures/accounts.ts';
import { callRest } from '../../fixtures/records.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { at } from './open-screens.ts';

/** A screen, and the steps that load it completely. */
export interface Screen {
  name: string;
  as?: DemoRole;
  open(page: Page, server: RunningServer): Promise<void>;
}

/** The screens of invitations, approval and changes of accounts. */
export const accountScreens: Screen[] = [
  {
    name: 'invitation',
    open: at('/auth/accept-invitation?token_hash=x&type=invite', 'Accept your invitation'),
  },
  {
    name: 'waiting for approval',
    open: async (page, server) => {
      const account = await createUser(server);
      await callRest(server, `users?email=eq.${account.email}`, {
        method: 'PATCH',
        body: JSON.stringify({ approved_at: null }),
      });
      await openSession(page, server, account);
      await at('/app', 'Waiting for approval')(page);
    },
  },
  {
    name: 'invite a user',
    as: 'admin',
    open: async (page) => {
      await at('/admin/users?create=user', 'Invite user')(page);
      await expect(page.getByRole('combobox', { name: 'Participants' })).toBeVisible();
    },
  },
  {
    name: 'preview of an import',
    as: 'admin',
    open: async (page) => {
      await at('/admin/users?create=import', 'Import users')(page);
      await page
        .getByLabel('Table')
        .fill('email,role,participants\nnew@import.example,office,\nnobody,owner,');
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect(page.getByText('1 new, 1 with an error, not sent')).toBeVisible();
    },
  },
  {
    name: 'delete a user',
    as: 'admin',
    open: async (page) => {
      await page.goto(`/admin/users?q=${demoAccounts.worker.email}`);
      await page.getByRole('button', { name: `Actions for ${demoAccounts.worker.email}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByText('loses access at once.')).toBeVisible();
    },
  },
];
