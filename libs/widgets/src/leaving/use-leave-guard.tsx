import { ConfirmDialog } from '@homie/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { holdPage } from './hold-page.ts';

/** What a dialog with a form does instead of closing itself. */
export interface LeaveGuard {
  /** Told whether there is something to lose. */
  setDirty: (isDirty: boolean) => void;
  /** Closes the dialog, after a question where something would be lost. */
  leave: () => void;
  /** Closes the dialog without a question: what was typed is saved. */
  finish: () => void;
  /** The question; stands beside the dialog. */
  question: ReactNode;
}

/**
 * Asks before a dialog with unsaved changes is left, be it closed or gone from by Back or Forward, and has the browser
 * ask before the page is.
 * @param onLeave closes the dialog
 */
export function useLeaveGuard(onLeave: () => void): LeaveGuard {
  const [isDirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<{ go: () => void }>();
  const letGo = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isDirty) return;
    const release = holdPage((go) => setLeaving({ go }));
    letGo.current = release;
    return release;
  }, [isDirty]);

  function letGoAnd(go: () => void) {
    letGo.current?.();
    setLeaving(undefined);
    go();
  }

  return {
    setDirty,
    leave: () => (isDirty ? setLeaving({ go: onLeave }) : onLeave()),
    finish: () => letGoAnd(onLeave),
    question: leaving && (
      <ConfirmDialog
        open
        title="Discard your changes?"
        body="What you changed here has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={() => letGoAnd(leaving.go)}
        onCancel={() => setLeaving(undefined)}
      />
    ),
  };
}
