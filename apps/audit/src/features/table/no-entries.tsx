import { Button, EmptyState, IconFile, IconSearch } from '@homie/ui';

/** Renders the empty state: the filters match no entry, or the log has none yet. */
export function NoEntries({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  return filtered ? (
    <EmptyState
      icon={<IconSearch />}
      title="No audit logs found"
      description="No entries match these filters. Try fewer filters or a longer time range."
      action={
        <Button variant="outline" onClick={onReset}>
          Show everything
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconFile />}
      title="No audit logs found"
      description="Activity will appear here."
    />
  );
}
