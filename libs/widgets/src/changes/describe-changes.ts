/** A field that a change gave another value, both in words; without a side where the record was made or deleted. */
export interface ChangedField {
  name: string;
  before: string | undefined;
  after: string | undefined;
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

type Values = Readonly<Record<string, unknown>>;

function values(value: unknown): Values | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined;
}

/** Fields whose values are names of ours, written with underscores. */
const NAMED = new Set(['role', 'kind', 'status']);

function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(String).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return NAMED.has(field) ? String(value).replaceAll('_', ' ') : String(value);
}

function nameOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return FIELD_NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What a change did to a record's fields; none where neither side was told.
 * @param meta of an audit entry: `before` and `after` hold the fields that differ
 */
export function describeChanges(meta: Values): ChangedField[] {
  const [before, after] = [values(meta['before']), values(meta['after'])];
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    name: nameOf(field),
    before: before && inWords(field, before[field]),
    after: after && inWords(field, after[field]),
  }));
}
