export { isOfState, readAddress, writeAddress, type ReadAddress } from './model/audit-address';
export { describeDates } from './model/describe-dates';
export {
  countActive,
  momentOf,
  RECENT,
  OPENING,
  resetState,
  termsOf,
  toFilter,
  type AuditState,
  type AuditTerms,
  type AuditTime,
  type DateRange,
} from './model/audit-state';
export { useAuditState, type AuditControl } from './use-audit-state';
