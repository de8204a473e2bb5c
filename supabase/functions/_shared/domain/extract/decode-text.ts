/** The Windows-1252 characters from 0x80 on, where Latin-1 has control characters; a blank marks an unassigned code. */
const BEYOND_LATIN_1 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * Decodes a text by its byte order mark, or else as UTF-8. Falls back to Windows-1252, in which every byte is valid.
 * Omits the byte order mark.
 * @param most the maximum number of bytes to read; a character that is cut at the limit is omitted
 */
export function decodeText(
  bytes: Uint8Array,
  most = bytes.length,
): { text: string; isCut: boolean } {
  const isCut = bytes.length > most;
  const read = isCut ? bytes.subarray(0, most) : bytes;
  const decode = (encoding: string) =>
    new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(read, { stream: isCut });
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode('utf-16le'), isCut };
  if (first === 0xfe && second === 0xff) return { text: decode('utf-16be'), isCut };
  try {
    return { text: decode('utf-8'), isCut };
  } catch {
    return { text: decodeWindows1252(read), isCut };
  }
}

/** Decodes Windows-1252 by its own table, because Node 20 decodes Windows-1252 as Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes).replaceAll(/[\x80-\x9f]/g, (control) => {
    const meant = BEYOND_LATIN_1[control.charCodeAt(0) - 0x80] ?? ' ';
    return meant === ' ' ? control : meant;
  });
}
