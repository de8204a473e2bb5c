import { useAuditApi } from '../api';

/** Every action that an entry can have. */
export function useActions(): readonly string[] {
  const { AUDIT_ACTIONS, ACCOUNT_AUDIT_ACTIONS, ADMIN_AUDIT_ACTIONS, READ_AUDIT_ACTIONS } =
    useAuditApi();
  return [
    ...AUDIT_ACTIONS,
    ...ACCOUNT_AUDIT_ACTIONS,
    ...ADMIN_AUDIT_ACTIONS,
    ...READ_AUDIT_ACTIONS,
  ];
}
