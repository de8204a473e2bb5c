import { createStore } from '@homie/composition';

/**
 * The conversation to print; all its messages are loaded first. The request waits until the conversation is open. Null
 * when it was printed, or cannot be.
 */
export const printRequest = createStore<string | null>(null);
