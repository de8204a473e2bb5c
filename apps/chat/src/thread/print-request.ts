const listeners = new Set<() => void>();
let wanted: string | null = null;

function want(conversationId: string | null) {
  wanted = conversationId;
  for (const listener of listeners) listener();
}

/**
 * Prints a whole conversation: its messages are all loaded first. It has to be on the screen, or come there: the wish
 * waits until it is opened.
 */
export function printConversation(conversationId: string): void {
  want(conversationId);
}

/** The conversation that somebody wants to print, for the one who shows it. */
export const printRequest = {
  get: (): string | null => wanted,
  /** It was printed, or cannot be. */
  done: (): void => want(null),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
