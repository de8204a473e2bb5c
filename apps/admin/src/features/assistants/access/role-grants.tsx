import type { GrantsView, RoleName } from '@homie/contracts';
import { Box, Checkbox } from '@homie/ui';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';

interface RoleGrantsProps {
  assistantId: string;
  grants: GrantsView['roleGrants'];
}

const names: Record<RoleName, { label: string; hint?: string }> = {
  admin: { label: 'Admin', hint: 'Administrators can always use every assistant.' },
  office: { label: 'Office' },
  support_worker: { label: 'Support worker' },
};

/** Renders the roles that can use the assistant. Toggling a checkbox saves at once. */
export function RoleGrants({ assistantId, grants }: RoleGrantsProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange((client) => admin.invalidateGrants(client, assistantId));
  // Optimistic: the pressed value is shown while it is being saved, and reverted on failure.
  const [changing, setChanging] = useState<RoleName>();

  async function change(roleName: RoleName, granted: boolean) {
    setChanging(roleName);
    await run({
      run: async () => {
        await admin.changeRoleGrant(api, assistantId, { roleName, granted });
        return `Role access ${granted ? 'granted' : 'revoked'} successfully`;
      },
    });
    setChanging(undefined);
  }

  return (
    <Box as="fieldset" mb="6">
      <Box as="legend" fontWeight="medium" mb="1">
        Roles
      </Box>
      {grants.map(({ roleName, granted }) => (
        <Checkbox
          key={roleName}
          {...names[roleName]}
          checked={changing === roleName ? !granted : granted}
          disabled={busy}
          onChange={(next) => void change(roleName, next)}
        />
      ))}
    </Box>
  );
}
