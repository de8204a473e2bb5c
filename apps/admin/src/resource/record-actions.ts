import type { MenuItem } from '@homie/ui';
import type { RowAction } from './resource-options';

/** Returns the menu items that apply to a record. Each opens a dialog. */
export function recordActions<Found extends { id: string }>(
  menu: readonly RowAction<Found>[],
  record: Found,
  ownId: string,
  open: (dialog: Record<string, string>) => void,
): MenuItem[] {
  return menu
    .filter(({ isOffered = () => true }) => isOffered(record, ownId))
    .map(({ dialog, tab, label, icon, danger = false }) => ({
      label,
      icon,
      danger,
      id: label,
      onSelect: () => open({ [dialog]: record.id, ...(tab !== undefined && { tab }) }),
    }));
}
