import type { AuditLog } from '@homie/contracts';
import { csvLine as line } from '@homie/widgets';
import { isoTime } from '../../../time/clock';

/** The columns in the order of the specification; a missing value is an empty cell. */
const columns: Readonly<Record<string, (row: AuditLog) => string | null>> = {
  created_at_utc: ({ created_at }) => isoTime(new Date(created_at), 'utc'),
  created_at_aest: ({ created_at }) => isoTime(new Date(created_at), 'melbourne'),
  action: ({ action }) => action,
  user_email: ({ user_email }) => user_email,
  user_id: ({ user_id }) => user_id,
  assistant_label: ({ assistant_label }) => assistant_label,
  assistant_id: ({ assistant_id }) => assistant_id,
  assistant_kind: ({ assistant_kind }) => assistant_kind,
  participant_name: ({ participant_name }) => participant_name,
  participant_id: ({ participant_id }) => participant_id,
  conversation_id: ({ conversation_id }) => conversation_id,
  meta_json: ({ meta }) => JSON.stringify(meta),
};

/** The first line of an export. https://www.rfc-editor.org/rfc/rfc4180 */
export const csvHeader = line(Object.keys(columns));

/** Formats a row of the audit log as a line of an export. */
export function csvLine(row: AuditLog): string {
  return line(Object.values(columns).map((read) => read(row)));
}
