/** The Markdown of replies: a chunk of its own, loaded when a conversation opens. */
export { Markdown } from './markdown';
export { markdownToRichText } from './clipboard/markdown-to-rich-text';
export { readAhead } from './read-ahead';
export { warmUp } from './warm-up';
