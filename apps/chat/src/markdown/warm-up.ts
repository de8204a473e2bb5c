import { blockTree, NO_REFERENCES } from '@homie/widgets/markdown';
import { BlockParser } from './parse-blocks';
import { whenIdle } from '@homie/ui';
import { prepareHighlighting } from './use-highlighted';

/** Samples of all Markdown that replies consist of. */
const SAMPLES = [
  'Words, *more* and **more** of [them](https://example.org) with `code`, and others',
  '## Heading\n\n- item\n  - [ ] task\n\n1. item\n',
  '| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n> quote\n\n```ts\ncode();\n```\n',
];

/**
 * Parses samples while the page is idle: code that has never run is slow, and the first words of a reply should not
 * wait for it.
 */
export function warmUp([sample, ...others] = SAMPLES): void {
  if (sample === undefined) {
    // Also loads the highlighter, and runs it once.
    prepareHighlighting('ts');
    return;
  }
  whenIdle(() => {
    const { blocks } = new BlockParser().parse(sample);
    for (const block of blocks) blockTree(block, NO_REFERENCES);
    warmUp(others);
  });
}
