import type { AuditLog } from '@homie/contracts';
import { describeChanges, type ChangedField } from '@homie/widgets';

/** An entry of a history in words. */
export interface DescribedEntry {
  /** What was done, e.g. 'Access granted'. */
  deed: string;
  /** To whom or what, where it says. */
  about: string | undefined;
  changed: ChangedField[];
}

/** An audit entry about a record, as its history tells it. Only what was changed lists fields. */
export function describeEntry({ action, meta, ...entry }: AuditLog): DescribedEntry {
  const words = action.replaceAll('_', ' ');
  const role = typeof meta['role'] === 'string' ? meta['role'].replaceAll('_', ' ') : undefined;
  const isChange = 'before' in meta && 'after' in meta;
  return {
    deed: words.charAt(0).toUpperCase() + words.slice(1),
    about: entry.target_user_email ?? role,
    changed: isChange ? describeChanges(meta) : [],
  };
}
