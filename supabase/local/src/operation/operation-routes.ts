import type { Hono } from 'hono';
import { isLocalVisitor, type PeerEnvironment } from '../http/peer.ts';
import type { ReceivedMail } from '../mail/mailbox.ts';
import { MAILBOX_CSP, mailboxPage } from '../mail/mailbox-page.ts';
import type { Readiness } from './readiness.ts';

interface OperationOptions {
  productName: string;
  readiness: () => Promise<Readiness>;
  /** Undefined where mails are not shown. */
  mails: (() => Promise<readonly ReceivedMail[]>) | undefined;
}

/** What whoever runs the server looks at: whether it lives, whether it is ready, and the mails that it kept. */
export function addOperationRoutes(
  app: Hono<{ Bindings: PeerEnvironment | undefined }>,
  { productName, readiness, mails }: OperationOptions,
): void {
  // Of the process alone: one that waits for its database is not helped by an end.
  app.get('/healthz', (context) => {
    context.header('cache-control', 'no-store');
    return context.json({ status: 'ok' });
  });
  app.get('/readyz', async (context) => {
    const found = await readiness();
    context.header('cache-control', 'no-store');
    return context.json(found, found.status === 'ready' ? 200 : 503);
  });
  app.get('/_mailbox', async (context) => {
    if (!mails || !isLocalVisitor(context.req.raw, context.env))
      return context.text('Not found\n', 404);
    context.header('cache-control', 'no-store');
    context.header('content-security-policy', MAILBOX_CSP);
    return context.html(mailboxPage(productName, await mails()));
  });
  app.get('/_mailbox.json', async (context) => {
    if (!mails || !isLocalVisitor(context.req.raw, context.env))
      return context.text('Not found\n', 404);
    context.header('cache-control', 'no-store');
    return context.json(await mails());
  });
}
