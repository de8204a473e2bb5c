/**
 * What administration and the audit log alone judge by, and the search within a conversation: apart from the rest, so that
 * the first page does not load it.
 */
export * from './access.ts';
export * from './administration.ts';
export * from './audit.ts';
export * from './models.ts';
export * from './audit-holds.ts';
export * from './audit-proof.ts';
export * from './audit-views.ts';
export * from './remote-health.ts';
export * from './message-matches.ts';
