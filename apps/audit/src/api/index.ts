export { useAuditApi, WithAuditApi } from './audit-api';
export { useActionGroups, type ActionGroup } from './use-action-groups';
