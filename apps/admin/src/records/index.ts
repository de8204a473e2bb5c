export { HistoryPanel } from './history-panel';
export { ReasonBadges } from './reason-badges';
export { UnreadRecord } from './unread-record';
export { Viewers, WhoCanSee } from './who-can-see';
