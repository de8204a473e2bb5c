import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Box } from '../layout/box.ts';
import { Modal } from './modal.tsx';

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The consequences, including those that cannot be undone. */
  body: ReactNode;
  /** The action as a verb, e.g. 'Delete'. */
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  /** True while the action runs. If given, a second press before it is true does nothing. */
  busy?: boolean;
  destructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms an action that is hard to undo. The focus starts on Cancel; while busy it stays open. */
export function ConfirmDialog({
  open,
  title,
  body,
  confirmLabel,
  busyLabel = confirmLabel,
  cancelLabel = 'Cancel',
  busy,
  destructive = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const isConfirmed = useRef(false);
  useEffect(() => {
    if (!busy) isConfirmed.current = false;
  });
  if (!open) return null;

  /** A double press sends two clicks before the screen has rendered that the action runs. */
  function confirm() {
    if (isConfirmed.current) return;
    isConfirmed.current = busy !== undefined;
    onConfirm();
  }

  return (
    <Modal
      placement="center"
      size="sm"
      role="alertdialog"
      title={title}
      description={body}
      initialFocusRef={cancel}
      onClose={() => {
        if (!busy) onCancel();
      }}
    >
      <Box display="flex" justifyContent="flex-end" gap="2" paddingTop="2">
        <Button ref={cancel} variant="outline" onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button
          variant={destructive ? 'danger' : 'solid'}
          onClick={confirm}
          busy={busy}
          busyLabel={busyLabel}
        >
          {confirmLabel}
        </Button>
      </Box>
    </Modal>
  );
}
