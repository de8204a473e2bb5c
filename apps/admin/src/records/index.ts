export { HistoryPanel } from './history-panel';
export { ReasonBadges } from './reason-badges';
export { Viewers, WhoCanSee } from './who-can-see';
