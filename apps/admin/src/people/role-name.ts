import type { RoleName } from '@homie/contracts';

const names: Readonly<Record<RoleName, string>> = {
  admin: 'Admin',
  office: 'Office',
  support_worker: 'Support worker',
};

/** Returns the display name of a role. */
export function roleName(role: RoleName): string {
  return names[role];
}
