import type { PhrasingContent, RootContent } from 'mdast';
import { lastPhrases, withPhrases } from './continue-text';

/** A marker that may open formatting in the last line, and what follows it. None within a word or before a space. */
const OPENING = /(?<=^|[\s("'“‘[])(\*{1,3}|_{1,3}|~~|~$|`+)(?![\s*_~`])(.*)$/;

function closeMarkers(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  for (const [index, phrase] of phrases.entries()) {
    if (phrase.type !== 'text') continue;
    const [opened, marker, text = ''] = OPENING.exec(phrase.value) ?? [];
    const { start, end } = phrase.position ?? {};
    // An escaped marker is a sign: its text is longer in the source.
    const isEscaped = (end?.offset ?? 0) - (start?.offset ?? 0) !== phrase.value.length;
    if (opened === undefined || marker === undefined || (phrase.position && isEscaped)) continue;
    const before = { ...phrase, value: phrase.value.slice(0, -opened.length) };
    const after = phrases.slice(index + 1);
    return [...phrases.slice(0, index), before, ...formatted(marker, text, after)];
  }
  return [...phrases];
}

function formatted(marker: string, value: string, after: PhrasingContent[]): PhrasingContent[] {
  if (marker.startsWith('`'))
    return value === ''
      ? after
      : [{ type: 'inlineCode', value: value.replace(/`+$/, '') }, ...after];
  const [next] = after;
  // '**bold*' was parsed as a sign and '*bold*'.
  if (value === '' && /^[*_]$/.test(marker) && next?.type === 'emphasis' && after.length === 1)
    return [{ type: 'strong', children: next.children }];
  if (marker.startsWith('~')) {
    const struck = value.replace(/~$/, '');
    return struck === ''
      ? after
      : [{ type: 'delete', children: closeMarkers([{ type: 'text', value: struck }, ...after]) }];
  }
  const children = closeMarkers(value === '' ? after : [{ type: 'text', value }, ...after]);
  if (children.length === 0) return [];
  return [{ type: marker.length === 1 ? 'emphasis' : 'strong', children }];
}

/** Renders unclosed formatting at the end of a growing block as closed: its markers are not visible. For the last block. */
export function closeFormatting(block: RootContent): RootContent {
  const phrases = lastPhrases(block);
  return phrases
    ? withPhrases(block, { ...phrases, children: closeMarkers(phrases.children) })
    : block;
}
