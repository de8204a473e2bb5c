/** Replaces unprintable characters of a file name with underscores, for storage and display. */
export function cleanFileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '_');
}
