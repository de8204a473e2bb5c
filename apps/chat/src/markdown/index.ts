/** The Markdown renderer of replies: a separate chunk, loaded when a conversation opens. */
export { Markdown } from './markdown';
export { markdownToRichText } from './clipboard/markdown-to-rich-text';
export { readAhead } from './read-ahead';
export { warmUp } from './warm-up';
