/** The fields of a search, in the order in which they are offered and printed. */
export const fields = [
  'user',
  'affected',
  'action',
  'assistant',
  'participant',
  'conversation',
  'after',
  'before',
] as const;
export type FieldName = (typeof fields)[number];

/** The fields whose value is the name of a record with an id. */
export const namedFields = ['user', 'affected', 'assistant', 'participant'] as const;
export type NamedField = (typeof namedFields)[number];

/** The kind of record that the value of a field names. */
export const subjects = {
  user: 'user',
  affected: 'user',
  assistant: 'assistant',
  participant: 'participant',
} as const satisfies Record<NamedField, string>;

/** A description of each field. */
export const fieldHints: Readonly<Record<FieldName, string>> = {
  user: 'who did it, by email',
  affected: 'to whom it was done, by email',
  action: 'what was done',
  assistant: 'with which assistant, by label',
  participant: 'for which participant, by name',
  conversation: 'in which conversation, by ID',
  after: 'on or after this day',
  before: 'before this day',
};

/** A description of the value of each field. */
export const fieldValues: Readonly<Record<FieldName, string>> = {
  user: 'an email',
  affected: 'an email',
  action: 'an action',
  assistant: 'a label',
  participant: 'a name',
  conversation: 'a conversation ID',
  after: 'a date like 2026-11-21 or a time like 24h',
  before: 'a date like 2026-11-21 or a time like 24h',
};

/** Aliases known from mail, code search and log tools. A Map: in an object, `constructor` would be a name. */
const aliases: ReadonlyMap<string, FieldName> = new Map([
  ['actor', 'user'],
  ['by', 'user'],
  ['email', 'user'],
  ['target', 'affected'],
  ['whom', 'affected'],
  ['type', 'action'],
  ['event', 'action'],
  ['client', 'participant'],
  ['chat', 'conversation'],
  ['from', 'after'],
  ['since', 'after'],
  ['to', 'before'],
  ['until', 'before'],
]);

/** Finds a field by its name or an alias, in any case. */
export function findField(name: string): FieldName | undefined {
  const lower = name.toLowerCase();
  return fields.find((field) => field === lower) ?? aliases.get(lower);
}

/** Tests whether the value of a field is the name of something that has an id. */
export function isNamed(field: FieldName): field is NamedField {
  return namedFields.some((named) => named === field);
}
