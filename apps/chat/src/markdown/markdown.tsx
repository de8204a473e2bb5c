import { useState } from 'react';
import { Block } from './block';
import { BlockGroup, GROUP_SIZE } from './block-group';
import { BlockParser } from './parse-blocks';

/** A reply as Markdown. May be given a growing text: what is closed is parsed and drawn once. */
export function Markdown({ text }: { text: string }) {
  // Keeps what it has parsed, and gives the same blocks for the same text however often it is asked.
  const [parser] = useState(() => new BlockParser());
  const { closed, open } = parser.parse(text);
  const groups = Array.from({ length: Math.ceil(closed.length / GROUP_SIZE) }, (_, index) => (
    <BlockGroup key={index} blocks={closed} start={index * GROUP_SIZE} />
  ));
  return (
    <>
      {groups}
      {open && <Block key="open" node={open} />}
    </>
  );
}
