import type { AuditLog } from '@homie/contracts';

/** A field that a change gave another value, both in words. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

/** An entry of a history in words. */
export interface DescribedEntry {
  /** What was done, e.g. 'Access granted'. */
  deed: string;
  /** To whom or what, where it says. */
  about: string | undefined;
  changed: ChangedField[];
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  label: 'Label',
  kind: 'Type',
  openai_assistant_id: 'Assistant ID',
  participant_id: 'Participant',
  web_research_enabled: 'Web research',
  use_org_domains: 'Organisation domains',
  web_domains: 'Custom web domains',
  display_name: 'Display name',
  status: 'Status',
  role: 'Role',
};

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(String).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value).replaceAll('_', ' ');
}

/** An audit entry about a record, as its history tells it. Only what was changed lists fields. */
export function describeEntry({ action, meta, ...entry }: AuditLog): DescribedEntry {
  const words = action.replaceAll('_', ' ');
  const [before, after] = [record(meta['before']), record(meta['after'])];
  const isChange = 'before' in meta && 'after' in meta;
  const role = typeof meta['role'] === 'string' ? inWords(meta['role']) : undefined;
  return {
    deed: words.charAt(0).toUpperCase() + words.slice(1),
    about: entry.target_user_email ?? role,
    changed: isChange
      ? Object.keys(after).map((name) => ({
          name: FIELD_NAMES[name] ?? inWords(name),
          before: inWords(before[name]),
          after: inWords(after[name]),
        }))
      : [],
  };
}
