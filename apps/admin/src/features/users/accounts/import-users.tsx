import { useEnvironment } from '@homie/composition';
import { useAdminApi } from '../../../data/admin-api';
import { ImportDialog } from '../../../imports/import-dialog';
import { NAME_PARTS } from '../../../imports/model/read-table';
import { formatCount } from '../../../records/model/describe-counts';
import { planInvitations, rowEmail, rowParticipants } from './plan-invitations';

/** Invites the users of a table, after a preview. */
export function ImportUsers({ onClose }: { onClose: () => void }) {
  const { admin, api } = useAdminApi();
  const { providers } = useEnvironment();
  return (
    <ImportDialog
      title="Import users"
      hint="Columns: email, role (admin, office or support worker) and, if you like, name and, for support workers, participants (separated by semicolons)."
      example={EXAMPLE}
      rowHeader="Email"
      confirmLabel={(count) => `Send ${formatCount(count, 'invitation')}`}
      plan={{
        noun: 'user',
        doneLabel: 'Invited',
        columns: COLUMNS,
        rowsMax: admin.IMPORT_ROWS_MAX,
        plan: async (rows) => {
          const emails = rows.map((row) => rowEmail(row, admin));
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

const COLUMNS = {
  required: ['email', 'role'],
  optional: ['participants', 'name'],
  aliases: {
    email: ['e mail', 'email address', 'e mail address', 'mail', 'work email'],
    role: ['user role'],
    participants: ['participant', 'assigned participants'],
    name: ['full name', 'display name', 'employee name'],
  },
  parts: { name: NAME_PARTS },
};

const EXAMPLE = `email,role,participants,name
nia@example.org,support worker,Maya Chen; Tom Ellis,Nia Brown`;
