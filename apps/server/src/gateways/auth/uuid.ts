const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres would take the text for a uuid, whatever its version bits say. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
