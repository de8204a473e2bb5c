import { useAuditApi } from './audit-api';

/** Actions that belong together. */
export interface ActionGroup {
  name: string;
  actions: readonly string[];
}

/** Returns every action that an entry can have, in groups. */
export function useActionGroups(): [ActionGroup, ...ActionGroup[]] {
  const api = useAuditApi();
  return [
    { name: 'Activity', actions: api.AUDIT_ACTIONS },
    { name: 'Accounts', actions: api.ACCOUNT_AUDIT_ACTIONS },
    { name: 'Administration', actions: api.ADMIN_AUDIT_ACTIONS },
    { name: 'Reading', actions: api.READ_AUDIT_ACTIONS },
    { name: 'Feedback', actions: api.FEEDBACK_AUDIT_ACTIONS },
    { name: 'Handovers', actions: api.HANDOVER_AUDIT_ACTIONS },
  ];
}
