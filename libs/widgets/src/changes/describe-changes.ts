/**
 * A field that a change set to another value, both in words. A created or deleted record has one side; a text that is
 * only known to have changed has neither.
 */
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
  owner_id: 'Owner',
  review_on: 'Review date',
  web_research_enabled: 'Web research',
  use_org_domains: 'Organisation domains',
  web_domains: 'Custom web domains',
  suggested_questions: 'Suggested questions',
  monthly_token_budget: 'Monthly budget in tokens',
  suggest_follow_ups: 'Suggest follow-up questions',
  display_name: 'Display name',
  status: 'Status',
  role: 'Role',
  max_output_tokens: 'Maximum reply length',
  max_input_tokens: 'Maximum input length',
  fallback: 'Fallback provider',
  vector_store_ids: 'Vector stores',
};

/** Stored names with their own labels. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { org: 'Organisation', participant: 'Participant' },
  provider: {
    default: 'Server default',
    responses: 'OpenAI Responses',
    chat: 'Chat completions',
  },
};

/** The length of a text that the log does not store. */
const INSTRUCTIONS_LENGTH = 'instructions_length';

/** Names by id. */
type Names = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

function values(value: unknown): Values | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined;
}

/** Fields that store their values with underscores. */
const CONSTANTS = new Set(['role', 'status']);

/** A day as it is stored, e.g. `2026-11-21`. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a stored day, e.g. `21 Nov 2026`. */
function formatDay(day: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day).toLocaleDateString('en-AU', options);
}

function formatValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(String).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (names[text] !== undefined) return names[text];
  if (DAY.test(text)) return formatDay(text);
  return VALUE_NAMES[field]?.[text] ?? (CONSTANTS.has(field) ? text.replaceAll('_', ' ') : text);
}

function nameOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return FIELD_NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Lists the fields that a change set to another value; none where neither side was recorded.
 * @param meta of an audit entry: `before` and `after` hold the record's fields, changed or not
 * @param names of the users and other records that fields refer to by id
 */
export function describeChanges(meta: Values, names: Names = {}): ChangedField[] {
  const [before, after] = [values(meta['before']), values(meta['after'])];
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields
    .filter((field) => field !== INSTRUCTIONS_LENGTH)
    .map((field) => ({
      name: nameOf(field),
      before: before && formatValue(field, before[field], names),
      after: after && formatValue(field, after[field], names),
    }))
    .filter((change) => change.before !== change.after);
  // Two texts can have the same length: the log records whether they differ.
  return meta['instructions_changed'] === true
    ? [...changes, { name: 'Instructions', before: undefined, after: undefined }]
    : changes;
}
