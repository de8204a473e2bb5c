/** A piece of text that was found, with what is around it. */
export interface Excerpt {
  before: string;
  text: string;
  after: string;
}

const AROUND = 40;

// One for the process: making one costs more than using it.
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Cuts an excerpt to what fits into one line: 40 characters on either side, each as a person sees it, whole, and one
 * blank for any white space. Where the given pieces were cut themselves they have to be longer than that, for the first
 * and the last character of a cut may be half of one.
 */
export function searchExcerpt({ before, text, after }: Excerpt): Excerpt {
  return {
    before: split(before).slice(-AROUND).join('').trimStart(),
    text: onOneLine(text),
    after: split(after).slice(0, AROUND).join('').trimEnd(),
  };
}

/** Line starts that Markdown gives a meaning: headings, quotes, lists; several can follow each other. */
const BLOCK_MARKS = /^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+)+/gmu;
const LINKS = /!?\[([^\]]*)\]\([^)\s]*\)/gu;
const INLINE_MARKS =
  /\*\*|__|~~|`+|(?<![\p{L}\p{N}\s])\*|(?<=\s)\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}])/gu;

/** Removes the marks of Markdown around a hit in a reply. */
export function withoutMarkdown({ before, text, after }: Excerpt): Excerpt {
  const strip = (part: string) =>
    part.replace(BLOCK_MARKS, '').replace(LINKS, '$1').replace(INLINE_MARKS, '');
  return { before: strip(before), text, after: strip(after) };
}

function split(text: string): string[] {
  return [...characters.segment(onOneLine(text))].map(({ segment }) => segment);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
