import type { RoleName } from '@homie/contracts';

const names: Readonly<Record<RoleName, string>> = {
  admin: 'Admin',
  office: 'Office',
  support_worker: 'Support worker',
};

/** A role as people read it. */
export function roleName(role: RoleName): string {
  return names[role];
}
