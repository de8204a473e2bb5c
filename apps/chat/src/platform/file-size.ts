const KILO = 1024;

/**
 * Formats a file size, e.g. '1.4 MB'.
 * @param bytes the size in bytes
 */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  const kilobytes = bytes / KILO;
  if (kilobytes < KILO) return `${Math.round(kilobytes)} KB`;
  return `${(kilobytes / KILO).toFixed(1)} MB`;
}
