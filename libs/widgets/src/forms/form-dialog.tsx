import { ConfirmDialog, Dialog, type FormSchema } from '@homie/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { DialogForm, type DialogFormProps } from './dialog-form.tsx';

/** Props of {@link FormDialog}. */
export interface FormDialogProps<Schema extends FormSchema> extends Omit<
  DialogFormProps<Schema>,
  'onDirty'
> {
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
}

/**
 * A form in a dialog. What was typed is lost only when the person says so: not by a failed save, not by
 * Escape or a reload without a question, and not because somebody else saved first.
 */
export function FormDialog<Schema extends FormSchema>({
  title,
  description,
  size = 'md',
  onClose,
  ...form
}: FormDialogProps<Schema>) {
  const guard = useLeaveGuard(onClose);
  return (
    <>
      <Dialog open title={title} description={description} size={size} onClose={guard.leave}>
        <DialogForm {...form} onDirty={guard.setDirty} onClose={guard.leave} />
      </Dialog>
      {guard.question}
    </>
  );
}

/** Asks before a dialog with unsaved changes is left, and has the browser ask before the page is. */
export function useLeaveGuard(onLeave: () => void) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    setDirty,
    leave: () => (isDirty ? setAsking(true) : onLeave()),
    question: (
      <ConfirmDialog
        open={isAsking}
        title="Discard your changes?"
        body="What you changed here has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={onLeave}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
