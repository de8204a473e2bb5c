/** Normalises a text for comparison: lower case, without accents. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();
}

/** Escapes a text for a line of Markdown, and truncates it to 200 characters. */
export function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
    .slice(0, 200);
}
