export { AdminApiContext, useAdminApi } from './admin-api';
export { useChange } from './use-change';
