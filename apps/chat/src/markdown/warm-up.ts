import { blockTree } from './block-tree';
import { BlockParser } from './parse-blocks';
import { NO_REFERENCES } from './references';
import { whenIdle } from '@homie/ui';
import { prepareHighlighting } from './use-highlighted';

/** A little of everything that replies are made of. */
const SAMPLES = [
  'Words, *more* and **more** of [them](https://example.org) with `code`, and others',
  '## Heading\n\n- item\n  - [ ] task\n\n1. item\n',
  '| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n> quote\n\n```ts\ncode();\n```\n',
];

/**
 * Reads a little of everything while the page has nothing else to do: code that has never run is slow, and the first
 * words of a reply should not wait for it.
 */
export function warmUp([sample, ...others] = SAMPLES): void {
  if (sample === undefined) {
    // What colours code is fetched here as well, and has coloured some in one of its languages.
    prepareHighlighting('ts');
    return;
  }
  whenIdle(() => {
    const { blocks } = new BlockParser().parse(sample);
    for (const block of blocks) blockTree(block, NO_REFERENCES);
    warmUp(others);
  });
}
