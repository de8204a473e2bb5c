import { Dialog, type FormSchema } from '@homie/ui';
import type { ReactNode } from 'react';
import { useLeaveGuard } from '../leaving/use-leave-guard.tsx';
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
 * A form in a dialog. What was typed is lost only when the person says so: not by a failed save, not by
 * Escape, Back or a reload without a question, and not because somebody else saved first.
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
      {guard.question}
    </>
  );
}
