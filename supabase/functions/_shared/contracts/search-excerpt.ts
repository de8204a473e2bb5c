/** A search hit with the text around it. */
export interface Excerpt {
  before: string;
  text: string;
  after: string;
}

const AROUND = 40;

// Shared by the process: creating a segmenter costs more than using it.
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Shortens an excerpt to one line: 40 whole graphemes on either side, and any white space collapsed to one space. If
 * `before` or `after` was truncated already, it must be longer than 40 graphemes, because the first and the last
 * character of truncated text may be incomplete.
 */
export function searchExcerpt({ before, text, after }: Excerpt): Excerpt {
  return {
    before: split(before).slice(-AROUND).join('').trimStart(),
    text: onOneLine(text),
    after: split(after).slice(0, AROUND).join('').trimEnd(),
  };
}

/** Markdown block markers at the start of a line: headings, quotes and lists. Several can follow each other. */
const BLOCK_MARKS = /^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+)+/gmu;
/** Links with a title or without; the excerpt may end inside of the last one. A link whose address has the hit stays. */
const LINKS = /!?\[([^\]]*)\]\([^)\0]*(?:\)|$)/gu;
/** An escaped sign stays without its backslash; a backslash at the end of a line is a line break. */
const INLINE_MARKS =
  /\\(?<escaped>[!-/:-@[-`{-~])|\\(?=\r?\n)|\*\*|__|~~|`+|(?<![\p{L}\p{N}\s])\*|(?<=\s)\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}])/gu;

/** Removes the Markdown syntax around a hit in a reply. */
export function withoutMarkdown({ before, text, after }: Excerpt): Excerpt {
  // Stands for the hit, which may be a part of a link's text. PostgreSQL stores no such character.
  const around = `${before}\0${after}`
    .replace(BLOCK_MARKS, '')
    .replace(LINKS, '$1')
    .replace(INLINE_MARKS, (_, escaped: string | undefined) => escaped ?? '');
  const [start = '', end = ''] = around.split('\0');
  return { before: start, text, after: end };
}

function split(text: string): string[] {
  return [...characters.segment(onOneLine(text))].map(({ segment }) => segment);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
