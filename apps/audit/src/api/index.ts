export { useAuditApi, WithAuditApi } from './audit-api';
