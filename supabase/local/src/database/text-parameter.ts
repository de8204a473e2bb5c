/** Oids of the types that hold text: text, char, varchar. */
const TEXT_TYPES = [25, 1042, 1043];

/**
 * How PGlite sends a value to a place that takes text. Lite reads `eq.true` and `eq.{}` of a filter
 * as JSON whatever the column; PGlite would refuse anything but a string with an error of its own.
 */
export const textSerializers = Object.fromEntries(
  TEXT_TYPES.map((oid) => [
    oid,
    (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  ]),
);
