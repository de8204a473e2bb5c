/** A text for comparing: without accents, in small letters. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();
}
