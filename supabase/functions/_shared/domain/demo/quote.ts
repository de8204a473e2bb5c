import type { Passage } from './passages.ts';
import { inline } from './plain-words.ts';

/** Formats a passage as a Markdown quote with its source in the last line. */
export function quote(passage: Passage): string {
  const text = passage.isMarkdown ? closeFence(passage.text) : verbatim(joinLines(passage.text));
  const lines = text.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  const number = passage.number === undefined ? '' : ` [${passage.number}]`;
  return [...lines, '>', `> — *${sourceLink(passage)}*${number}`].join('\n');
}

/** Returns the name of a source, linked if the app has a screen for it. */
export function sourceLink({ source, href }: Pick<Passage, 'source' | 'href'>): string {
  return href === undefined ? inline(source) : `[${inline(source)}](${href})`;
}

/** Matches the start of a line that is an entry of a list, or indented. */
const ENTRY = /^(?:\s|[-–—•*·▪◦>|]|\(?(?:\d+|\p{L})[.)]\s)/u;
/** A line that wraps fills its paragraph: most lines are as long as the longest one, minus a word. */
const WRAPPED = 0.8;

/**
 * Joins the lines of a paragraph, such as those of a page: the next line goes on in lower case, or its first word did not
 * fit. Lines that end earlier, entries of lists and short texts retain their breaks.
 */
function joinLines(text: string): string {
  const lines = text.split(/\r?\n/);
  const longest = Math.max(...lines.map((line) => line.length));
  if (longest < SHORTEST_PARAGRAPH) return text;
  let joined = lines[0] ?? '';
  for (const [index, line] of lines.slice(1).entries()) {
    const before = lines[index] ?? '';
    const [firstWord = ''] = line.split(' ', 1);
    const isFull = before.length + firstWord.length >= longest * WRAPPED;
    const goesOn = /^\p{Ll}/u.test(line) && !/[.!?:]$/.test(before.trimEnd());
    const isJoined = before !== '' && line !== '' && !ENTRY.test(line) && (isFull || goesOn);
    joined += `${isJoined ? ' ' : '\n'}${line}`;
  }
  return joined;
}

/** Lines of prose on a page are longer than those of an address or a roster. */
const SHORTEST_PARAGRAPH = 50;

/** Escapes plain text so that Markdown renders it verbatim, with its line breaks. */
function verbatim(text: string): string {
  const fences = text.match(/(?<=^[ \t]*)(?:`{3,}|~{3,})/gm) ?? [];
  if (fences.length > 0) {
    const runs = text.match(/`+/g) ?? [];
    const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
    return [fence, text, fence].join('\n');
  }
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .replaceAll(/[\\`*_[\]<>|~&]/g, '\\$&')
        .replace(/^([#+=-]+)/, '\\$1')
        .replace(/^(\d+)([.)])/, '$1\\$2'),
    )
    .join('\\\n');
}

/** Closes an open code block at the end of Markdown, so that it cannot contain the lines after it. */
function closeFence(text: string): string {
  let open: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === undefined) open = fence;
    else if (line.trim() === fence && fence.startsWith(open)) open = undefined;
  }
  return open === undefined ? text : `${text}\n${open}`;
}
