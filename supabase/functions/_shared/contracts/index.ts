/**
 * The contracts between the browser, the functions and the database: request and response schemas, the rules that
 * both sides must judge alike, the errors and the limits. No I/O, and `zod/mini` alone: the first page loads this. What
 * only administration judges by is in `admin.ts`, its types are here; the forms of signing in are in `authentication.ts`.
 */
export * from './product-map.ts';
export * from './limits.ts';
export { isStorable, storable } from './text.ts';
export * from './validation.ts';
export * from './errors.ts';
export * from './envelope.ts';
export * from './identifiers.ts';
export * from './paging.ts';
export * from './attachments.ts';
export * from './assistants.ts';
export * from './conversations.ts';
export * from './messages.ts';
export type * from './message-matches.ts';
export type * from './models.ts';
export * from './stream-events.ts';
export type * from './access.ts';
export * from './participants.ts';
export * from './users.ts';
export type * from './administration.ts';
export type * from './audit.ts';
export type * from './audit-holds.ts';
export type * from './audit-proof.ts';
export type * from './audit-views.ts';
export * from './session.ts';
