import { useEffect, useId, useMemo, useReducer, useState, use } from 'react';
import { BlockGroup, GROUP_SIZE } from './block-group';
import { knownBlocks } from './known-blocks';
import { BlockParser } from './parse-blocks';
import { NotePrefix } from './reply-link';
import { Block } from './block';
import type { References } from '@homie/widgets/markdown';

/** The footnotes under a reply, in the order of their references. */
function ReplyNotes({ references }: { references: References }) {
  const prefix = use(NotePrefix);
  if (references.notes.length === 0) return null;
  return (
    <ol className="notes" aria-label="Notes">
      {references.notes.map(({ identifier, children }, index) => (
        <li key={identifier} id={`${prefix}note-${index + 1}`} tabIndex={-1}>
          {children.map((node, position) => (
            <Block key={position} node={node} closed references={references} />
          ))}
        </li>
      ))}
    </ol>
  );
}

interface MarkdownProps {
  text: string;
  /** No text will follow: references across blocks are resolved. */
  complete?: boolean;
}

/** Renders a reply as Markdown. The text may grow: closed blocks are parsed and rendered once. */
export function Markdown({ text, complete = true }: MarkdownProps) {
  // The parser caches its result, and returns the same blocks for the same text.
  const [parser] = useState(() => new BlockParser());
  const whole = useMemo(
    () => (complete ? knownBlocks(text, () => parser.parse(text, true)) : undefined),
    [parser, text, complete],
  );
  const parsed = whole ?? parser.parse(text);
  useReadingOn(parsed.behind);
  const groups = Array.from(
    { length: Math.ceil(parsed.blocks.length / GROUP_SIZE) },
    (_, index) => <BlockGroup key={index} parsed={parsed} start={index * GROUP_SIZE} />,
  );
  return (
    <NotePrefix value={useId()}>
      {groups}
      <ReplyNotes references={parsed.references} />
    </NotePrefix>
  );
}

/** Re-renders with the next frame while some text is unparsed, also if no more text arrives. */
function useReadingOn(behind: boolean) {
  const [reads, readOn] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!behind) return;
    const frame = requestAnimationFrame(readOn);
    return () => cancelAnimationFrame(frame);
  }, [behind, reads]);
}
