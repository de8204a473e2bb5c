import { plainLine } from '../contracts/text.ts';

/** Replaces unprintable characters of a file name with underscores, for storage and display. */
export function cleanFileName(name: string): string {
  return plainLine(name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '_'));
}
