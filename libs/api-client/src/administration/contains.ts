/**
 * The pattern of a case-insensitive substring match for `ilike`. The text is meant literally; only an asterisk,
 * which the data service always reads as a wildcard, is widened to any one character.
 */
export function contains(text: string): string {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `%${literal}%`;
}
