/** The Markdown of replies: a chunk of its own, loaded when a conversation opens. */
export { Markdown } from './markdown';
export { readAhead } from './read-ahead';
export { warmUp } from './warm-up';
