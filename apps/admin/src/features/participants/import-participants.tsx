import { useAdminApi } from '../../data/admin-api';
import { ImportDialog } from '../../imports/import-dialog';
import { NAME_PARTS } from '../../imports/model/read-table';
import { formatCount } from '../../records/model/describe-counts';
import { planParticipants } from './plan-participants';

/** Adds the participants of a table, after a preview. */
export function ImportParticipants({ onClose }: { onClose: () => void }) {
  const { admin, api } = useAdminApi();
  return (
    <ImportDialog
      title="Import participants"
      hint="Columns: name and, if you like, status (active or inactive)."
      example={EXAMPLE}
      rowHeader="Name"
      confirmLabel={(count) => `Add ${formatCount(count, 'participant')}`}
      plan={{
        noun: 'participant',
        doneLabel: 'Added',
        columns: COLUMNS,
        rowsMax: admin.IMPORT_ROWS_MAX,
        plan: async (rows) => {
          const names = rows.map(({ cells }) => cells['name'] ?? '');
          return planParticipants(rows, await admin.checkImport(api, { emails: [], names }));
        },
        send: async ({ id, ...participant }) => {
          await admin.importParticipant(api, id, participant);
          return true;
        },
        undo: async (_importId, participants) => {
          const ids = participants.map(({ id }) => id);
          return `${formatCount(await admin.undoParticipantImport(api, ids), 'participant')} deleted`;
        },
        invalidate: admin.participantData.invalidate,
      }}
      onClose={onClose}
    />
  );
}

const COLUMNS = {
  required: ['name'],
  optional: ['status'],
  aliases: {
    name: ['full name', 'display name', 'participant', 'participant name', 'client name'],
  },
  parts: { name: NAME_PARTS },
};

const EXAMPLE = `name,status
Maya Chen,active`;
