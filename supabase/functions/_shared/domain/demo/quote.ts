import type { Passage } from './passages.ts';
import { inline } from './table-answer.ts';

/** Formats a passage as a Markdown quote with its source in the last line. */
export function quote(passage: Passage): string {
  const text = passage.isMarkdown ? closeFence(passage.text) : verbatim(passage.text);
  const lines = text.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  const number = passage.number === undefined ? '' : ` [${passage.number}]`;
  return [...lines, '>', `> — *${sourceLink(passage)}*${number}`].join('\n');
}

/** Returns the name of a source, linked if the app has a screen for it. */
export function sourceLink({ source, href }: Pick<Passage, 'source' | 'href'>): string {
  return href === undefined ? inline(source) : `[${inline(source)}](${href})`;
}

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
