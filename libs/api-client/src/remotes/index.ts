/** Calls about the remotes of the page, apart from the rest: nobody needs them for the first screen. */
export * from './list-remote-health';
export * from './read-role';
export * from './report-remote-loads';
export { REMOTE_DURATION_BOUNDS, REMOTE_LOADS_MAX } from '@homie/contracts/admin';
