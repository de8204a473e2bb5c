import { createStore } from '@homie/composition';

/**
 * The conversation to print: its messages are all loaded first. It has to be on the screen, or come there: the request
 * waits until it is opened. Null when it was printed, or cannot be.
 */
export const printRequest = createStore<string | null>(null);
