import { ConfirmDialog, type Elements } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { holdPage } from './hold-page.ts';

/** The actions of a dialog with a form, instead of closing itself. */
export interface LeaveGuard {
  /** Called with true while there are unsaved changes. */
  setDirty: (isDirty: boolean) => void;
  /** Closes the dialog, after a confirmation if changes would be lost. */
  leave: () => void;
  /** Closes the dialog without a confirmation: the input is saved. */
  finish: () => void;
  /** The confirmation; rendered by {@link LeaveQuestion}. */
  question: Elements;
}

/**
 * Confirms before a dialog with unsaved changes is closed, also by Back or Forward, and makes the browser confirm
 * before the page unloads.
 * @param onLeave closes the dialog
 */
export function useLeaveGuard(onLeave: () => void): LeaveGuard {
  const [isDirty, setDirty] = useState(false);
  const [blocked, setBlocked] = useState<{ go: () => void }>();
  const letGo = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isDirty) return;
    const release = holdPage((go) => setBlocked({ go }));
    letGo.current = release;
    return release;
  }, [isDirty]);

  function letGoAnd(go: () => void) {
    letGo.current?.();
    setBlocked(undefined);
    go();
  }

  return {
    setDirty,
    leave: () => (isDirty ? setBlocked({ go: onLeave }) : onLeave()),
    finish: () => letGoAnd(onLeave),
    question: blocked && (
      <ConfirmDialog
        open
        title="Discard your changes?"
        body="Your changes have not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={() => letGoAnd(blocked.go)}
        onCancel={() => setBlocked(undefined)}
      />
    ),
  };
}

/** The confirmation of a guard; next to its dialog. */
export function LeaveQuestion({ guard }: { guard: LeaveGuard }) {
  return guard.question;
}
