import { Dialog, SkeletonRows, type Elements } from '@homie/ui';
import { Tabs, useLeaveGuard, LeaveQuestion } from '@homie/widgets';
import { useState } from 'react';
import { UnreadRecord } from '../records/unread-record';
import type { RecordQuery } from './resource';
import type { FormHandle } from './versioned-form';

/** A tab of the dialog of a record. */
export interface RecordTab<Found> {
  id: string;
  label: string;
  /** The title of the dialog while the tab is open. */
  title: string;
  /** True if the tab edits the record and so waits for its current version, not for the row in the table. */
  isForm?: boolean;
  content: (record: Found, form: FormHandle) => Elements;
}

interface RecordDialogProps<Found> {
  /** The record as the server returned it; undefined until then. */
  current: Found | undefined;
  /** The record as the table shows it. */
  known: Found | undefined;
  query: RecordQuery;
  noun: string;
  label: string;
  recordName: (record: Found) => string;
  tabs: readonly [RecordTab<Found>, ...RecordTab<Found>[]];
  tab: string | null;
  onTab: (tab: string | undefined) => void;
  onClose: () => void;
}

/** The dialog of one record: its forms, who can use it, and its history, each in a tab. */
export function RecordDialog<Found>(props: RecordDialogProps<Found>) {
  const { current, known, query, noun, tabs, onClose } = props;
  const shown = current ?? known;
  const [first, ...others] = tabs;
  const active = tabs.find(({ id }) => id === props.tab) ?? first;
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, boolean>>>({});
  const guard = useLeaveGuard(onClose);

  const createHandle = (tab: string): FormHandle => ({
    onDirty(isDirty) {
      const next = { ...unsaved, [tab]: isDirty };
      setUnsaved(next);
      guard.setDirty(Object.values(next).includes(true));
    },
    onLeave: guard.leave,
    // Saving one form does not save another.
    onFinish() {
      const isDirtyElsewhere = Object.entries(unsaved).some(([id, dirty]) => id !== tab && dirty);
      return isDirtyElsewhere ? guard.leave() : guard.finish();
    },
  });
  function toTab({ id, label, isForm = false, content }: RecordTab<Found>) {
    const record = isForm ? current : shown;
    return { id, label, content: record && content(record, createHandle(id)) };
  }

  return (
    <>
      <Dialog
        open
        size="lg"
        title={active.title}
        description={shown && <span translate="no">{props.recordName(shown)}</span>}
        onClose={guard.leave}
      >
        {current === undefined && query.isError ? (
          <UnreadRecord noun={noun} query={query} />
        ) : (
          <Tabs
            label={props.label}
            active={active.id}
            onChange={(id) => props.onTab(id === first.id ? undefined : id)}
            pending={<SkeletonRows rows={6} label={`Loading the ${noun}`} />}
            tabs={[toTab(first), ...others.map(toTab)]}
          />
        )}
      </Dialog>
      <LeaveQuestion guard={guard} />
    </>
  );
}
