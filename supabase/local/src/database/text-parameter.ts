/** Oids of the types that hold text: text, char, varchar. */
const TEXT_TYPES = [25, 1042, 1043];
const TEXT_LIST_TYPE = 1009;
const BOOLEAN_TYPE = 16;
/** Date, timestamp without and with a time zone. */
const MOMENT_TYPES = [1082, 1114, 1184];

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * How PGlite sends a value to a place that takes text, a truth value or a moment. Lite reads `eq.true` and `eq.{}` of a
 * filter as JSON whatever the column, and hands on a body as it is; PGlite would refuse what does not fit with an error
 * of its own, where the database has one that says what is wrong.
 */
export const textSerializers = Object.fromEntries(
  [...TEXT_TYPES, BOOLEAN_TYPE, ...MOMENT_TYPES].map((oid) => [oid, asText]),
);

/**
 * The same for lists of texts, whose serializer PGlite only has once it is open: it would send what is no list in a way
 * that breaks the protocol.
 */
export function refuseOddLists(serializers: Record<number, (value: unknown) => string>): void {
  const listed = serializers[TEXT_LIST_TYPE];
  if (!listed) return;
  serializers[TEXT_LIST_TYPE] = (value) => (Array.isArray(value) ? listed(value) : asText(value));
}
