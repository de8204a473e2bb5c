import { useQueryClient } from '@homie/api-client';
import { useSession } from '@homie/auth';
import type { RoleName, User } from '@homie/contracts';
import { ConfirmDialog, toast, type Elements, withName } from '@homie/ui';
import { createContext, useContext, useState } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { showFailure } from '../../data/show-failure';

/** The change of a role that is in progress, and a way to start one. */
interface RoleChangeControl {
  /** The user with a pending change of role. */
  busyId: string | undefined;
  choose: (user: User, role: RoleName) => void;
}

const RoleChangeContext = createContext<RoleChangeControl | null>(null);

/** Returns the control of the surrounding {@link RoleChange}. */
export function useRoleChange(): RoleChangeControl {
  const control = useContext(RoleChangeContext);
  if (!control) throw new Error('useRoleChange needs a RoleChange around it');
  return control;
}

/** Changes roles, one at a time. Making a user an administrator has to be confirmed. */
export function RoleChange({ children }: { children: Elements }) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const actorId = useSession()?.user.id ?? '';
  const [busyId, setBusyId] = useState<string>();
  const [promoted, setPromoted] = useState<User>();

  async function change(user: User, roleName: RoleName) {
    setBusyId(user.id);
    try {
      const role = (await admin.listRoles(api)).find(({ name }) => name === roleName);
      if (!role) throw new Error(`There is no role '${roleName}'.`);
      await admin.changeRole(api, { userId: user.id, roleId: role.id }, actorId);
      toast.success({ title: 'User role updated successfully' });
    } catch (error) {
      showFailure(error, 'Failed to update user role');
    } finally {
      setPromoted(undefined);
      await admin.userData.invalidate(client);
      setBusyId(undefined);
    }
  }

  const choose = (user: User, role: RoleName) =>
    role === 'admin' ? setPromoted(user) : void change(user, role);
  return (
    <RoleChangeContext value={{ busyId, choose }}>
      {children}
      {promoted && (
        <ConfirmDialog
          open
          title="Make administrator?"
          body={withName(
            `${promoted.email} will be able to see and change everything here, including roles.`,
            promoted.email,
          )}
          confirmLabel="Make administrator"
          busyLabel="Changing..."
          busy={busyId !== undefined}
          onConfirm={() => void change(promoted, 'admin')}
          onCancel={() => setPromoted(undefined)}
        />
      )}
    </RoleChangeContext>
  );
}
