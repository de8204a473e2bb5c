import { lazyAdminApi, useApi } from '@homie/api-client';
import { useSession } from '@homie/auth';
import type { RoleName, User } from '@homie/contracts';
import { ConfirmDialog, toast } from '@homie/ui';
import { useState } from 'react';
import { showFailure } from '../../feedback';
import { useUsersChanged } from './api/user-queries';

/** Changes roles, one at a time. Making somebody an administrator is asked about first. */
export function useRoleChange() {
  const api = useApi();
  const actorId = useSession()?.user.id ?? '';
  const changed = useUsersChanged();
  const [busyId, setBusyId] = useState<string>();
  const [promoted, setPromoted] = useState<User>();

  async function change(user: User, roleName: RoleName) {
    setBusyId(user.id);
    try {
      const { changeRole, listRoles } = await lazyAdminApi();
      const role = (await listRoles(api)).find(({ name }) => name === roleName);
      if (!role) throw new Error(`There is no role '${roleName}'.`);
      await changeRole(api, { userId: user.id, roleId: role.id }, actorId);
      toast.success({ title: 'User role updated successfully' });
    } catch (error) {
      showFailure(error, 'Failed to update user role');
    } finally {
      setPromoted(undefined);
      await changed();
      setBusyId(undefined);
    }
  }

  return {
    busyId,
    choose: (user: User, role: RoleName) =>
      role === 'admin' ? setPromoted(user) : void change(user, role),
    question: promoted && (
      <ConfirmDialog
        open
        title="Make administrator?"
        body={`${promoted.email} will be able to see and change everything here, including roles.`}
        confirmLabel="Make administrator"
        busyLabel="Changing..."
        busy={busyId !== undefined}
        onConfirm={() => void change(promoted, 'admin')}
        onCancel={() => setPromoted(undefined)}
      />
    ),
  };
}
