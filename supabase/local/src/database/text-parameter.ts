import { TIMESTAMPTZ } from './iso-timestamp.ts';

/** Oids of the types that hold text: text, char, varchar. */
const TEXT_TYPES = [25, 1042, 1043];
const TEXT_LIST_TYPE = 1009;
/** The type number of truth values. */
export const BOOLEAN_TYPE = 16;
/** Those of dates and of timestamps without a time zone. */
export const LOCAL_MOMENT_TYPES: [number, number] = [1082, 1114];
const MOMENT_TYPES = [...LOCAL_MOMENT_TYPES, TIMESTAMPTZ];

/** A value as it stands, for the database to judge. */
export function asText(value: unknown): string {
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
 * The same for lists of texts, whose serializer drivers only have once they are connected: they would send what is no
 * list in a way that breaks the protocol.
 */
export function refuseOddLists(serializers: Record<number, (value: unknown) => unknown>): void {
  const listed = serializers[TEXT_LIST_TYPE];
  if (!listed) return;
  serializers[TEXT_LIST_TYPE] = (value) => (Array.isArray(value) ? listed(value) : asText(value));
}
