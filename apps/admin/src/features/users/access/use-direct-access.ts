import { useQueryClient } from '@homie/api-client';
import type { AccessSummary, UserAccess } from '@homie/contracts';
import { toast } from '@homie/ui';
import { useRef } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { showFailure } from '../../../data/show-failure';

/**
 * Toggles a user's direct access. Updates the switch optimistically and reverts it on failure; further changes of the
 * same assistant are queued.
 * @param queryKey of the shown page
 */
export function useDirectAccess(userId: string, queryKey: readonly unknown[]) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const underWay = useRef(new Map<string, Promise<void>>());

  const show = (assistantId: string, granted: boolean) =>
    client.setQueryData<UserAccess>(
      queryKey,
      (page) => page && withDirect(page, assistantId, granted),
    );

  async function change(assistantId: string, granted: boolean) {
    try {
      await admin.changeDirectAccess(api, { userId, assistantId, granted });
      toast.success({ title: granted ? 'Access granted' : 'Access revoked' });
    } catch (error) {
      show(assistantId, !granted);
      showFailure(error, 'Failed to update access');
    }
  }

  return async function toggle(assistantId: string, granted: boolean) {
    // A pending response would overwrite the optimistic update.
    void client.cancelQueries({ queryKey });
    show(assistantId, granted);
    const before = underWay.current.get(assistantId) ?? Promise.resolve();
    const own = before.then(() => change(assistantId, granted));
    underWay.current.set(assistantId, own);
    await own;
    if (underWay.current.get(assistantId) !== own) return;
    underWay.current.delete(assistantId);
    if (underWay.current.size === 0) await admin.userData.invalidate(client);
  };
}

function withDirect(page: UserAccess, assistantId: string, granted: boolean): UserAccess {
  const change = (row: AccessSummary): AccessSummary => ({
    ...row,
    hasDirectAccess: granted,
    hasAccess: granted || row.hasRoleAccess,
  });
  return {
    ...page,
    rows: page.rows.map((row) => (row.assistantId === assistantId ? change(row) : row)),
  };
}
