import type { QueryClient } from '@tanstack/react-query';
import { conversationKeys } from '../endpoints/conversations/conversation-keys';
import { messageKeys } from '../endpoints/messages/message-keys';

/** The conversations that this device stores for the next visit. */
export interface LocalCopies {
  /** Shows all of them, in queries without data. Resolves when they are there. */
  showAll: () => Promise<void>;
  /** Resolves when the copies of all queries so far have been read. */
  whenRead: () => Promise<void>;
  /**
   * Adds what the page shows of a conversation to its copy, for the start of the next page. Does nothing if the server
   * has not confirmed it, or it is not stored.
   * @param screen anything that can be written as JSON
   */
  saveScreen: (conversationId: string, screen: unknown) => Promise<void>;
  /** Removes one conversation, or all. Resolves when the device no longer stores them. */
  drop: (conversationId?: string) => Promise<void>;
  /** Removes the copies and their key, and stores no others. */
  end: () => Promise<void>;
}

/** The start of the names of the databases with copies; the user's id follows. */
export const COPIES_PREFIX = 'homie.copies.';

/** The time that the page retains a conversation that it no longer shows, in milliseconds. */
const RETENTION_MS = 24 * 60 * 60_000;

let current: Promise<LocalCopies | null> = Promise.resolve(null);
let dropped: Promise<unknown> = current;

/** Retains conversations that were shown in the memory of the page, instead of five minutes. */
export function retainConversations(client: QueryClient): void {
  for (const queryKey of [conversationKeys.details, messageKeys.all])
    client.setQueryDefaults(queryKey, { gcTime: RETENTION_MS });
}

/** Returns whether this device stores copies of any user. */
export async function hasLocalCopies(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name?.startsWith(COPIES_PREFIX));
}

/**
 * Sets the copies of the page, as a promise while their code loads: what is dropped in the meantime is dropped then.
 * @param copies null if nothing is stored
 */
export function provideLocalCopies(copies: Promise<LocalCopies | null>): void {
  current = copies;
}

/** Resolves to the copies of the page, when their code has loaded; null if nothing is stored. */
export function getLocalCopies(): Promise<LocalCopies | null> {
  return current;
}

/** Removes the copy of a conversation, or all. */
export function dropCopies(conversationId?: string): void {
  dropped = Promise.all([dropped, current.then((copies) => copies?.drop(conversationId))]);
}

/** Resolves when the device no longer stores what was dropped so far. */
export function whenDropped(): Promise<unknown> {
  return dropped;
}
