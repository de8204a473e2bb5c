import { useEffect, useId, useMemo, useReducer, useState } from 'react';
import { BlockGroup, GROUP_SIZE } from './block-group';
import { knownBlocks } from './known-blocks';
import { BlockParser } from './parse-blocks';
import { NotePrefix } from './reply-link';
import { ReplyNotes } from './reply-notes';

interface MarkdownProps {
  text: string;
  /** Nothing will follow: references across blocks are resolved. */
  complete?: boolean;
}

/** A reply as Markdown. May be given a growing text: what is closed is parsed and drawn once. */
export function Markdown({ text, complete = true }: MarkdownProps) {
  // Keeps what it has parsed, and gives the same blocks for the same text however often it is asked.
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

/** Draws again with the next frame while there is text left to read, also when no more of it comes. */
function useReadingOn(behind: boolean) {
  const [reads, readOn] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!behind) return;
    const frame = requestAnimationFrame(readOn);
    return () => cancelAnimationFrame(frame);
  }, [behind, reads]);
}
