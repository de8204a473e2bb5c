import type { RootContent } from 'mdast';
import { memo } from 'react';
import { Block } from './block';

/** Sixteen closed blocks, compared as one: a long reply has few things to look at with each word. */
export const GROUP_SIZE = 16;

interface BlockGroupProps {
  blocks: readonly RootContent[];
  start: number;
}

function isSame(before: BlockGroupProps, after: BlockGroupProps): boolean {
  const first = (group: BlockGroupProps) => group.blocks[group.start];
  const count = (group: BlockGroupProps) => Math.min(GROUP_SIZE, group.blocks.length - group.start);
  return first(before) === first(after) && count(before) === count(after);
}

/** The closed blocks from `start` on, at most a group of them. */
export const BlockGroup = memo(function BlockGroup({ blocks, start }: BlockGroupProps) {
  return blocks
    .slice(start, start + GROUP_SIZE)
    .map((node, index) => <Block key={start + index} node={node} />);
}, isSame);
