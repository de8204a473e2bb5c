/** Colours for code: a chunk of its own, loaded when a reply has some. */
export { highlight } from './highlight';
