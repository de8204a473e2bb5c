import { Dialog, type FormSchema } from '@homie/ui';
import type { ReactNode } from 'react';
import { useLeaveGuard, LeaveQuestion } from '../leaving/use-leave-guard.tsx';
import { DialogForm, type DialogFormProps } from './dialog-form.tsx';

/** Props of {@link FormDialog}. */
export interface FormDialogProps<Schema extends FormSchema> extends Omit<
  DialogFormProps<Schema>,
  'onDirty' | 'onFinish'
> {
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
}

/**
 * A form in a dialog. The input is lost only if the user confirms it: not by a failed save, not by Escape, Back or a
 * reload without a confirmation, and not because another user saved first.
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
        <DialogForm
          {...form}
          onDirty={guard.setDirty}
          onClose={guard.leave}
          onFinish={guard.finish}
        />
      </Dialog>
      <LeaveQuestion guard={guard} />
    </>
  );
}
