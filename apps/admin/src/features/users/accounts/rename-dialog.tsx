import { useQueryClient } from '@homie/api-client';
import type { User } from '@homie/contracts';
import { TextField, toast } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { useAdminApi } from '../../../data/admin-api';
import { showRefusal } from '../../../data/show-failure';
import type { RecordDialogProps } from '../../../resource/define-dialogs';

const labels = { name: 'Name' } as const;

/** Changes the name of another user, who can choose another one in their own settings. */
export function RenameDialog({ id, record: user, onClose }: RecordDialogProps<User>) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  if (!user) return null;
  return (
    <FormDialog
      title="Edit name"
      description={<span translate="no">{user.email}</span>}
      size="sm"
      schema={admin.userNameSchema}
      defaultValues={{ name: user.display_name ?? '' }}
      labels={labels}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      onSubmit={async ({ name }, actions) => {
        try {
          await admin.renameUser(api, id, name);
        } catch (error) {
          return showRefusal(error, admin, actions, labels);
        }
        actions.finish();
        toast.success({ title: 'Name updated' });
        await admin.userData.invalidate(client);
      }}
    >
      <TextField<{ name: string }>
        name="name"
        label={labels.name}
        hint="Colleagues see it instead of the email address. They can change it in their own settings."
        maxLength={80}
        autoComplete="off"
      />
    </FormDialog>
  );
}
