import type { AuditLog } from '@homie/contracts';
import { EmptyState } from '@homie/ui';
import { DataTable, type Column } from '@homie/widgets';

const columns: readonly [Column<AuditLog>, ...Column<AuditLog>[]] = [
  { id: 'created_at', header: 'Time', cell: ({ created_at }) => created_at },
  { id: 'action', header: 'Action', cell: ({ action }) => action },
  { id: 'user', header: 'User', cell: ({ user_email }) => user_email },
];

/** The entries of a page as rows. */
export function EntryTable({ rows }: { rows: readonly AuditLog[] | undefined }) {
  return (
    <DataTable
      label="Audit logs"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ action }) => action}
      empty={<EmptyState title="No audit logs found" />}
    />
  );
}
