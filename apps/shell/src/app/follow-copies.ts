import {
  conversationKeys,
  hasLocalCopies,
  lazyLocalCopies,
  provideLocalCopies,
  retainConversations,
  type LocalCopies,
  type QueryClient,
} from '@homie/api-client';
import { needsSecondFactor, type Auth } from '@homie/auth';
import type { Environment } from '@homie/composition';
import { whenIdle } from '@homie/ui';

/** Resolves when the conversations have loaded and then the page is idle. */
export function whenListed(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (!client.getQueryData(conversationKeys.list(false))) return;
      stop();
      whenIdle(resolve);
    });
  });
}

/**
 * Stores the conversations of the signed-in user where the environment allows it, and deletes the copies of everyone
 * else, and of everyone where it does not. The code loads at once if there are copies, else when the page is idle.
 */
export function followCopies(
  { localCopies }: Pick<Environment, 'localCopies'>,
  store: Auth['store'],
  client: QueryClient,
): void {
  if (localCopies !== 'off') retainConversations(client);
  let userId: string | null | undefined;
  let copies: Promise<LocalCopies | null> = Promise.resolve(null);

  async function replace(before: typeof copies, nextId: string | null) {
    await (await before)?.end();
    const isStored = await hasLocalCopies();
    if (!isStored && nextId === null) return null;
    if (!isStored) await whenListed(client);
    const { openLocalCopies } = await lazyLocalCopies();
    return userId === nextId ? openLocalCopies(client, nextId) : null;
  }
  function follow() {
    const { status, session } = store.getState();
    if (status === 'loading') return;
    const mayRead = localCopies === 'device' && session && !needsSecondFactor(session);
    const nextId = mayRead ? session.user.id : null;
    if (nextId === userId) return;
    userId = nextId;
    // Without storage, as in some private windows, the page works without copies.
    copies = replace(copies, nextId).catch(() => null);
    provideLocalCopies(copies);
  }
  follow();
  store.subscribe(follow);
}
