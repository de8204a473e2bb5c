/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on; a blank is no character of either. */
const BEYOND_LATIN_1 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * Decodes a text by its byte order mark, else as UTF-8 and, where it is none, as Windows-1252, in which every byte means
 * something. The mark itself is no part of the text.
 * @param most how many bytes are read; a character that is cut there is left out
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

/** Node 20 takes Windows-1252 for Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes).replaceAll(/[\x80-\x9f]/g, (control) => {
    const meant = BEYOND_LATIN_1[control.charCodeAt(0) - 0x80] ?? ' ';
    return meant === ' ' ? control : meant;
  });
}
