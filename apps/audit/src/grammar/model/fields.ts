/** The fields of a search, in the order in which they are offered and printed. */
export const fields = [
  'actor',
  'action',
  'assistant',
  'participant',
  'conversation',
  'after',
  'before',
] as const;
export type FieldName = (typeof fields)[number];

/** Those that name something which has an id. */
export const namedFields = ['actor', 'assistant', 'participant'] as const;
export type NamedField = (typeof namedFields)[number];

/** What a field means and what stands behind it, for those who type. */
export const fieldHints: Readonly<Record<FieldName, string>> = {
  actor: 'who did it, by email',
  action: 'what was done',
  assistant: 'with which assistant, by label',
  participant: 'for which participant, by name',
  conversation: 'in which conversation, by ID',
  after: 'from this day on',
  before: 'up to this day, without it',
};

/** What has to be written behind a field, as the end of a sentence. */
export const fieldValues: Readonly<Record<FieldName, string>> = {
  actor: 'an email',
  action: 'an action',
  assistant: 'a label',
  participant: 'a name',
  conversation: 'a conversation ID',
  after: 'a day like 2026-11-21',
  before: 'a day like 2026-11-21',
};

/** The field of that name, however it is written. */
export function findField(name: string): FieldName | undefined {
  return fields.find((field) => field === name.toLowerCase());
}

/** Whether the field names something which has an id. */
export function isNamed(field: FieldName): field is NamedField {
  return namedFields.some((named) => named === field);
}
