import { ConfirmDialog } from '@homie/ui';
import { useEffect, useState, type ReactNode } from 'react';

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
 * Asks before a dialog with unsaved changes is left, and has the browser ask before the page is.
 * @param onLeave closes the dialog
 */
export function useLeaveGuard(onLeave: () => void): LeaveGuard {
  const [isDirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<{ go: () => void }>();

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  function letGoAnd(go: () => void) {
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
