import type { AuditLog, RecordHistory, RecordKind } from '@homie/contracts';
import { describeChanges, type ChangedField } from '@homie/widgets';

/** An entry of a history in words. */
export interface DescribedEntry {
  /** The action, e.g. 'Access granted'. */
  deed: string;
  /** The user, assistant, participant, role or document concerned, if it is not the record itself. */
  about: string | undefined;
  changed: ChangedField[];
}

/**
 * Describes an audit entry for the history of a record. Only changes list fields.
 * @param kind of the record: the history of a user says to what, that of others to whom
 * @param names by id
 */
export function describeEntry(
  { action, meta, ...entry }: AuditLog,
  kind: RecordKind,
  names: RecordHistory['names'],
): DescribedEntry {
  const isEditRight = meta['right'] === 'edit_documents';
  const words = action
    .replaceAll('_', ' ')
    .replace('access', isEditRight ? 'access to edit documents' : 'access');
  const role = typeof meta['role'] === 'string' ? meta['role'].replaceAll('_', ' ') : undefined;
  const isChange = 'before' in meta && 'after' in meta;
  return {
    deed: words.charAt(0).toUpperCase() + words.slice(1),
    about:
      (kind === 'user'
        ? (entry.participant_name ?? entry.assistant_label ?? undefined)
        : namePerson(entry.target_user_id, entry.target_user_email, names)) ??
      role ??
      documentName(meta),
    changed: isChange ? describeChanges(meta, names) : [],
  };
}

/** Returns the name of a user with the email, or the email alone: a deleted user has no other name. */
export function namePerson(
  id: string | null,
  email: string | null,
  names: RecordHistory['names'],
): string | undefined {
  if (email === null) return undefined;
  const name = id === null ? undefined : names[id];
  return name === undefined || name === email ? email : `${name} (${email})`;
}

/** Returns the title of the document that an entry is about, with its new version. */
function documentName({ title, version }: AuditLog['meta']): string | undefined {
  if (typeof title !== 'string') return undefined;
  return typeof version === 'number' ? `${title}, version ${version}` : title;
}
