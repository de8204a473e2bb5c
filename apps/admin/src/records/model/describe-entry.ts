import type { AuditLog } from '@homie/contracts';
import { describeChanges, type ChangedField } from '@homie/widgets';

/** An entry of a history in words. */
export interface DescribedEntry {
  /** The action, e.g. 'Access granted'. */
  deed: string;
  /** The user, role or document concerned, if the entry has one. */
  about: string | undefined;
  changed: ChangedField[];
}

/** Describes an audit entry for the history of a record. Only changes list fields. */
export function describeEntry({ action, meta, ...entry }: AuditLog): DescribedEntry {
  const isEditRight = meta['right'] === 'edit_documents';
  const words = action
    .replaceAll('_', ' ')
    .replace('access', isEditRight ? 'access to edit documents' : 'access');
  const role = typeof meta['role'] === 'string' ? meta['role'].replaceAll('_', ' ') : undefined;
  const isChange = 'before' in meta && 'after' in meta;
  return {
    deed: words.charAt(0).toUpperCase() + words.slice(1),
    about: entry.target_user_email ?? role ?? documentName(meta),
    changed: isChange ? describeChanges(meta) : [],
  };
}

/** Returns the title of the document that an entry is about, with its new version. */
function documentName({ title, version }: AuditLog['meta']): string | undefined {
  if (typeof title !== 'string') return undefined;
  return typeof version === 'number' ? `${title}, version ${version}` : title;
}
