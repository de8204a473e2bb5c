/** A file's name as it is kept and shown: what cannot be printed becomes an underscore. */
export function cleanFileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '_');
}
