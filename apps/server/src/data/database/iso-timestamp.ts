/** OID of `timestamptz`, under which drivers register a parser. */
export const TIMESTAMPTZ = 1184;

/** Formats PostgreSQL's text form of a timestamp like PostgREST: `2026-11-20T22:35:42.28+00:00`. */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}
