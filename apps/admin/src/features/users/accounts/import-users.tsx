import { useEnvironment } from '@homie/composition';
import { useAdminApi } from '../../../data/admin-api';
import { ImportDialog } from '../../../imports/import-dialog';
import { formatCount } from '../../../records/model/describe-counts';
import { planInvitations, rowEmail, rowParticipants } from './plan-invitations';

/** Invites the users of a table, after a preview. */
export function ImportUsers({ onClose }: { onClose: () => void }) {
  const { admin, api } = useAdminApi();
  const { providers } = useEnvironment();
  return (
    <ImportDialog
      title="Import users"
      hint="Columns: email, role (admin, office or support worker) and, if you like, participants (separated by semicolons) and name."
      example={EXAMPLE}
      rowHeader="Email"
      confirmLabel={(count) => `Send ${formatCount(count, 'invitation')}`}
      plan={{
        noun: 'user',
        doneLabel: 'Invited',
        columns: { required: ['email', 'role'], optional: ['participants', 'name'] },
        rowsMax: admin.IMPORT_ROWS_MAX,
        plan: async (rows) => {
          const emails = rows.map(rowEmail);
          const names = [...new Set(rows.flatMap(rowParticipants))];
          const check = await admin.checkImport(api, { emails, names });
          return planInvitations(rows, check, admin, providers);
        },
        send: (row, importId) => admin.importInvitation(api, { ...row, importId }),
        undo: async (importId) =>
          `${formatCount(await admin.undoImport(api, importId), 'invitation')} revoked`,
        invalidate: admin.userData.invalidate,
      }}
      onClose={onClose}
    />
  );
}

const EXAMPLE = `email,role,participants,name
nia@example.org,support worker,Maya Chen; Tom Ellis,Nia Brown`;
