/** Parses Markdown and renders it as a sanitised tree. A separate entry: screens load it when they show a reply. */
export { blockTree, shownTree } from './block-tree.ts';
export { GrowingText } from './growing-text.tsx';
export { itemNumber } from './literal-signs.ts';
export { parseMarkdown } from './parse-markdown.ts';
export { NO_REFERENCES, resolveReferences, type References } from './references.ts';
