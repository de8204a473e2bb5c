import type { AuditFilter, AuditLog } from '@homie/contracts';
import {
  announce,
  Button,
  Drawer,
  EmptyState,
  ErrorState,
  Flex,
  IconChevronLeft,
  IconChevronRight,
  IconSearch,
  LoadingState,
} from '@homie/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatAction } from '../../entries/model/format-action';
import { labelledTime } from '../../time/clock';
import type { Zone } from '../../time/zone';
import { EntryDocument } from './entry-document';
import { useEntry, useNeighbours } from './use-entry';

interface EntrySheetProps {
  id: string;
  /** The entries of the page that is shown. */
  rows: readonly AuditLog[] | undefined;
  filter: AuditFilter;
  zone: Zone;
  /** @param turned by how many pages the entry lies beyond the one that is shown */
  onOpen: (id: string, turned: -1 | 0 | 1) => void;
  onClose: () => void;
}

/** Renders an entry of the audit log in a drawer, with buttons to the previous and the next entry. */
export function EntrySheet({ id, rows, filter, zone, onOpen, onClose }: EntrySheetProps) {
  const { entry, error, isFetching, refetch } = useEntry(id, rows);
  const { previous, next } = useNeighbours(id, filter, rows);
  const top = useRef<HTMLDivElement>(null);

  // Screen readers read the first entry with the title of the drawer; entries that replace it are announced.
  const announced = useRef(id);
  const announceEntry = useEffectEvent(() => {
    if (!entry || announced.current === id) return;
    announced.current = id;
    top.current?.scrollIntoView({ block: 'nearest' });
    announce(`${formatAction(entry.action)}, ${labelledTime(new Date(entry.created_at), zone)}`);
  });
  useEffect(() => announceEntry(), [id, entry]);

  return (
    <Drawer
      open
      placement="right"
      title="Audit Log Details"
      onClose={onClose}
      footer={
        <Flex width="full" gap="2" justifyContent="space-between" flexWrap="wrap">
          <StepTo id={previous} onOpen={(to) => onOpen(to, rows?.[0]?.id === id ? -1 : 0)}>
            <IconChevronLeft size={16} />
            Previous entry
          </StepTo>
          <StepTo id={next} onOpen={(to) => onOpen(to, rows?.at(-1)?.id === id ? 1 : 0)}>
            Next entry
            <IconChevronRight size={16} />
          </StepTo>
        </Flex>
      }
    >
      <div ref={top}>
        {entry && <EntryDocument entry={entry} />}
        {entry === null && (
          <EmptyState
            icon={<IconSearch />}
            title="Entry not found"
            description="The link may be incomplete, or the entry was purged after its retention period."
            headingAs="h3"
          />
        )}
        {entry === undefined &&
          (error ? (
            <ErrorState
              title="The entry could not be loaded"
              description="Check your connection and try again."
              onRetry={() => void refetch()}
              retrying={isFetching}
              headingAs="h3"
            />
          ) : (
            <LoadingState label="Loading the entry..." />
          ))}
      </div>
    </Drawer>
  );
}

interface StepToProps {
  /** Null or undefined where there is none, or none is known yet. */
  id: string | null | undefined;
  onOpen: (id: string) => void;
  children: React.ReactNode;
}

// `aria-disabled` instead of `disabled`, so that keyboard users keep the focus at the last entry.
function StepTo({ id, onOpen, children }: StepToProps) {
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={!id || undefined}
      onClick={() => {
        if (id) onOpen(id);
      }}
    >
      {children}
    </Button>
  );
}
