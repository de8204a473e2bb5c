import type { SignedStatement } from '@homie/contracts';
import type { AuditSettings } from './audit-settings.ts';

/** Sends checkpoints to an endpoint where neither the owner of the database nor the server can change them. */
export interface Anchor {
  /** Sends a checkpoint after the ones that failed before. Reports a failure, and retries on the next call. */
  send(statement: SignedStatement): Promise<void>;
}

/** The endpoint did not accept a checkpoint; `code` is its status. */
class AnchorError extends Error {
  override name = 'AnchorError';
  readonly code: string;

  constructor(code: string) {
    super('A checkpoint of the audit log was not accepted by AUDIT_ANCHOR_URL.');
    this.code = code;
  }
}

const TIMEOUT_MS = 5_000;
/** Maximum number of pending checkpoints. Each covers the ones before: a long outage drops the oldest. */
const PENDING_MAX = 100;

const anchors = new WeakMap<AuditSettings, Anchor>();

/** Returns the anchor of these settings; undefined without `anchorUrl`. Retries failures while the process lives. */
export function getAnchor(
  settings: AuditSettings,
  host: { fetch: typeof fetch; onError: (error: unknown) => void },
): Anchor | undefined {
  const { anchorUrl } = settings;
  if (anchorUrl === undefined) return undefined;
  const anchor = anchors.get(settings) ?? createAnchor(anchorUrl, host);
  anchors.set(settings, anchor);
  return anchor;
}

function createAnchor(
  url: string,
  host: { fetch: typeof fetch; onError: (error: unknown) => void },
): Anchor {
  let pending: SignedStatement[] = [];
  let newest: string | undefined;
  let sending = Promise.resolve();

  async function post(statement: SignedStatement): Promise<void> {
    const response = await host.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(statement),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new AnchorError(String(response.status));
  }

  async function flush(): Promise<void> {
    try {
      for (let next = pending[0]; next; next = pending[0]) {
        await post(next);
        pending = pending.filter((statement) => statement !== next);
      }
    } catch (error) {
      host.onError(error);
    }
  }

  return {
    send(statement) {
      if (statement.payload !== newest) pending = [...pending, statement].slice(-PENDING_MAX);
      newest = statement.payload;
      sending = sending.then(flush);
      return sending;
    },
  };
}
