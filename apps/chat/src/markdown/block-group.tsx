import { memo } from 'react';
import { Block } from './block';
import { closeFormatting } from './close-formatting';
import type { Blocks } from './parse-blocks';

/** The number of blocks that are compared as one, so that each word of a long reply needs few comparisons. */
export const GROUP_SIZE = 16;

interface BlockGroupProps {
  parsed: Blocks;
  start: number;
}

/** A group with open blocks re-renders; its closed blocks do not. */
function isSame(before: BlockGroupProps, after: BlockGroupProps): boolean {
  const end = after.start + GROUP_SIZE;
  const { parsed: known } = before;
  const { parsed } = after;
  if (known === parsed) return true;
  if (known.references !== parsed.references || known.closed < end || parsed.closed < end)
    return false;
  for (let place = after.start; place < end; place += 1)
    if (parsed.blocks[place] !== known.blocks[place]) return false;
  return true;
}

/** Renders the blocks from `start` on, at most one group. A block has the same key before and after it closes. */
export const BlockGroup = memo(function BlockGroup({ parsed, start }: BlockGroupProps) {
  const { blocks, closed, references } = parsed;
  return blocks.slice(start, start + GROUP_SIZE).map((node, index) => {
    const place = start + index;
    const isGrowing = place >= closed && place === blocks.length - 1;
    return (
      <Block
        key={place}
        node={isGrowing ? closeFormatting(node) : node}
        closed={place < closed}
        references={references}
      />
    );
  });
}, isSame);
