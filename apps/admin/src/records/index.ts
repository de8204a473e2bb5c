export { HistoryPanel } from './history-panel';
export { ReasonBadges } from './reason-badges';
export { UnreadPanel } from './unread-panel';
export { UnreadRecord } from './unread-record';
export { Viewers, WhoCanSee } from './who-can-see';
