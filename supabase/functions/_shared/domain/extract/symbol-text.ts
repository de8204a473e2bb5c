import { codePoint } from 'dingbat-to-unicode';

/** The marks of forms, and how a text shows them: fonts have several boxes and ticks of the same meaning. */
const MARKS: readonly (readonly [shown: string, variants: string])[] = [
  ['☒', '🗹🗷🗵☑⮽☒'],
  ['☐', '🞎🞏🞐❑❒□⬜🗆'],
  ['✓', '🗸✔'],
  ['✗', '🗶🗴'],
];
const SHOWN = new Map(
  MARKS.flatMap(([shown, variants]) =>
    Array.from(variants, (variant) => [variant, shown] as const),
  ),
);
const SYMBOL_FONT = /^(symbol|webdings|wingdings( [23])?)$/i;
const FONT_NAMES: ReadonlyMap<string, string> = new Map(
  ['Symbol', 'Webdings', 'Wingdings', 'Wingdings 2', 'Wingdings 3'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** Returns the mark of a tick box. */
export const tickBox = (isTicked: boolean) => (isTicked ? '☒' : '☐');

/** Returns true if the characters of a font are symbols in the place of letters. */
export function isSymbolFont(font: string): boolean {
  return SYMBOL_FONT.test(font);
}

/** Returns the text that a symbol of a font shows; empty for an unknown one. */
export function symbolText(font: string, code: number): string {
  // Files store the symbols of a font in a range for private use.
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const name = FONT_NAMES.get(font.toLowerCase());
  if (name === undefined) {
    const isPrivate = code >= 0xe000 && code <= 0xf8ff;
    return isPrivate || !(code >= 0x20 && code <= 0x10ffff) ? '' : String.fromCodePoint(code);
  }
  const found = own === 0x20 ? ' ' : (codePoint(name, own)?.string ?? '');
  return SHOWN.get(found) ?? found;
}

/** Returns a text in a symbol font as the symbols that it shows. */
export function symbolsText(font: string, text: string): string {
  return Array.from(text, (character) => symbolText(font, character.codePointAt(0) ?? 0)).join('');
}
