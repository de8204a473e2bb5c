/**
 * Widgets that only some screens need: tables, filters, form dialogs. Rendered with `@homie/ui`, and bundled with the
 * screens that use them, so that no other screen loads them.
 */
export { DataTable, type DataTableProps } from './table/data-table.tsx';
export {
  byText,
  byTime,
  sortKeys,
  type Column,
  type Sort,
  type SortLabels,
} from './table/column.ts';
export type { Failure } from './table/table-states.tsx';
export { Pager, type PagerProps } from './table/pager.tsx';
export { NumberedPager, type NumberedPagerProps } from './table/numbered-pager.tsx';
export { useListFailure } from './table/use-list-failure.ts';
export { usePageInRange } from './table/use-page-in-range.ts';
export { writeClipboard, type RichText } from './clipboard/write-clipboard.ts';
export { AFTER_ADDRESS } from './markdown/address-end.ts';
export { FadedEdges } from './edges/faded-edges.tsx';
export { FilterBar, type FilterBarProps } from './filters/filter-bar.tsx';
export { TypedFilter, type TypedFilterProps } from './filters/typed-filter.tsx';
export { useTypedText } from './filters/use-typed-text.ts';
export { OWN_STEP, useDialogAddress, type DialogAddress } from './table/use-dialog-address.ts';
export { FormDialog, type FormDialogProps } from './forms/form-dialog.tsx';
export { DialogForm, type DialogFormProps, type FormDialogActions } from './forms/dialog-form.tsx';
export { TypedConfirmDialog, type TypedConfirmDialogProps } from './forms/typed-confirm-dialog.tsx';
export { BackToApp } from './back-to-app.tsx';
export { EmailText } from './email-text.tsx';
export { NameText } from './name-text.tsx';
export { LeaveQuestion, useLeaveGuard, type LeaveGuard } from './leaving/use-leave-guard.tsx';
export { Tabs, type Tab, type TabsProps } from './forms/tabs.tsx';
export { ChangeList } from './changes/change-list.tsx';
export { describeChanges, type ChangedField } from './changes/describe-changes.ts';
export { feedbackReasonLabel } from './feedback/feedback-reason-label.ts';
export { csvLine } from './files/csv-cell.ts';
export { saveFile } from './files/save-file.ts';
export { daysBetween, formatMonth, fullTime } from './time/relative-time.ts';
export { describeDevice } from '@homie/contracts/describe-device';
export { SessionItem, type SessionItemProps } from './sessions/session-item.tsx';
export { TimeText } from './time/time-text.tsx';
export { savesData, useIntent } from './intent/use-intent.ts';
export { useDebounced } from './time/use-debounced.ts';
export { useNow } from './time/use-now.ts';
export { ContributionIcon } from './contribution-icon.tsx';
export {
  IconBothAccess,
  IconChart,
  IconDirectAccess,
  IconExternal,
  IconFilter,
  IconFlag,
  IconHistory,
  IconLink,
  IconRemove,
  IconThumbsDown,
  IconThumbsUp,
  IconZoomIn,
  IconZoomOut,
} from './icons.ts';
export { findProvider } from './sign-in/find-provider.ts';
export { lazyChart } from './feedback/lazy-chart.tsx';
