import { followConversationChanges, useApi } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useEffect } from 'react';

/**
 * Notices within a second that the session has ended elsewhere: the server then closes the stream, and refuses the next
 * one. The chat follows the stream itself. One tab of a browser follows it, and the session that it removes ends in all.
 */
export default function FollowSession() {
  const api = useApi();
  const userId = useSession()?.user.id;
  useEffect(() => {
    if (userId === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    async function follow() {
      for await (const _ of followConversationChanges(api, { after: null, signal }));
    }
    // Insecure contexts have no locks. A server of an earlier release has no stream: the next request finds the end.
    const following =
      'locks' in navigator
        ? navigator.locks.request(`homie.session.${userId}`, { signal }, follow)
        : follow();
    following.catch(() => undefined);
    return () => leaving.abort();
  }, [api, userId]);
  return null;
}
