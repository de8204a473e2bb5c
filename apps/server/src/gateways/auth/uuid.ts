const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether Postgres accepts the text as a uuid, with any version bits. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
