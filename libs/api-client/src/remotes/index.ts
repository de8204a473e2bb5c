/** Calls about the remotes of the page, in a separate module: the first screen does not need them. */
export * from './read-health';
export * from './read-role';
export * from './report-remote-loads';
export { REMOTE_DURATION_BOUNDS, REMOTE_LOADS_MAX } from '@homie/contracts/admin';
