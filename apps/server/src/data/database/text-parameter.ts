const TEXT_LIST_TYPE = 1009;
/** OID of booleans. */
export const BOOLEAN_TYPE = 16;

/** Serializes a value verbatim, so that the database validates it. */
export function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Serializes values that are no arrays verbatim, for parameters of type text array: the serializer that the driver gets
 * once it is connected would break the protocol.
 */
export function refuseOddLists(serializers: Record<number, (value: unknown) => unknown>): void {
  const listed = serializers[TEXT_LIST_TYPE];
  if (!listed) return;
  serializers[TEXT_LIST_TYPE] = (value) => (Array.isArray(value) ? listed(value) : asText(value));
}
