/** Normalises a text for comparison: lower case, without accents. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();
}
