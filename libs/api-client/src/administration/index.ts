/** Calls of the administration and of the audit log, apart from the rest so that only these screens load them. */
export * from './users/own-user';
export * from './users/list-users';
export * from './users/list-roles';
export * from './users/change-role';
export * from './participants/list-participants';
export * from './participants/change-participants';
export * from './participants/get-participant-assistant';
export * from './participants/list-assignments';
export * from './participants/assign-worker';
export * from './participants/unassign-worker';
export * from './participants/grant-access-to-all';
export * from './access/change-direct-access';
export * from './access/list-user-access';
export * from './audit/query-audit-logs';
export * from './audit/suggest';
export type { Counted } from './ask-rest';
