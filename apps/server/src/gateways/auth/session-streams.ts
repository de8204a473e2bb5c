import { decodeJwt } from 'jose';
import type { Database, Notifications } from '../../data/database/index.ts';
import { isUuid } from './uuid.ts';

/** Closes event streams of sessions that have ended. */
export interface SessionStreams {
  /** @returns the response; its event stream closes when the session of the request's token ends */
  bind(request: Request, response: Response): Response;
}

/**
 * Queries the sessions of all open streams whenever a session has ended. A token is verified at the start of a request;
 * a reply streams for minutes after that.
 */
export function createSessionStreams(
  database: Database,
  notifications: Pick<Notifications, 'on'>,
): SessionStreams {
  const open = new Map<string, Set<() => void>>();
  let checking: Promise<void> | undefined;

  async function endClosedSessions(): Promise<void> {
    const ids = [...open.keys()];
    const rows = await database.query<{ id: string }>(
      'select id::text as id from auth.sessions where id = any ($1::text[]::uuid[])',
      [ids],
    );
    const live = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!live.has(id)) for (const end of open.get(id) ?? []) end();
  }
  notifications.on('sessions', () => {
    if (open.size === 0) return;
    // Sequential: the result of a running query may miss a session that ends in the meantime. If the database cannot
    // answer, the next notification retries.
    checking = (checking ?? Promise.resolve()).then(endClosedSessions).catch(() => undefined);
  });

  return {
    bind(request, response) {
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      const id = isStream && readSessionId(request);
      if (!id || !response.body) return response;
      const ending = new AbortController();
      const end = () => ending.abort();
      const forget = () => {
        const others = open.get(id);
        others?.delete(end);
        if (others?.size === 0) open.delete(id);
      };
      open.set(id, (open.get(id) ?? new Set()).add(end));
      const reader = response.body.getReader();
      const over = new Promise<undefined>((resolve) => {
        ending.signal.addEventListener('abort', () => resolve(undefined));
      });
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const read = await Promise.race([reader.read(), over]);
          if (read?.done === false) return controller.enqueue(read.value);
          forget();
          controller.close();
          if (!read) await reader.cancel();
        },
        async cancel(reason) {
          forget();
          await reader.cancel(reason);
        },
      });
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers });
    },
  };
}

/** Returns the session in a bearer token. The handler of the request has verified the token. */
function readSessionId(request: Request): string | undefined {
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  try {
    const { session_id: id } = decodeJwt(token);
    return typeof id === 'string' && isUuid(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
