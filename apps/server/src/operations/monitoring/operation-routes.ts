import type { Hono } from 'hono';
import { isLocalVisitor, type PeerEnvironment } from '../../http/peer.ts';
import { formatSecurityTxt, SECURITY_TXT_PATH } from '../../http/security-txt.ts';
import type { ReceivedMail } from '../../mail/mailbox.ts';
import { fontFaces, MAILBOX_CSP, mailboxPage } from '../../mail/mailbox-page.ts';
import type { Readiness } from './readiness.ts';

export interface OperationOptions {
  productName: string;
  siteUrl: string;
  /** Contact of the organisation: an email or web address. */
  contact: string | undefined;
  /** Returns whether this process can serve at all. */
  isAlive: () => boolean;
  readiness: () => Promise<Readiness>;
  /** Undefined if mails are not shown. */
  mails: (() => Promise<readonly ReceivedMail[]>) | undefined;
  /** Serves the product's pages. */
  pages: (request: Request) => Promise<Response>;
}

/** Adds the operators' routes: liveness, readiness and the mails that were stored instead of sent. */
export function addOperationRoutes<Variables extends object>(
  app: Hono<{ Bindings: PeerEnvironment | undefined; Variables: Variables }>,
  { productName, siteUrl, contact, isAlive, readiness, mails, pages }: OperationOptions,
): void {
  app.get(SECURITY_TXT_PATH, (context) => {
    const text = formatSecurityTxt({ contact, siteUrl });
    return text === undefined ? context.text('Not found\n', 404) : context.text(text);
  });
  // A restart does not help a process that waits for an external database; see `/readyz`.
  app.get('/healthz', (context) => {
    context.header('cache-control', 'no-store');
    return isAlive()
      ? context.json({ status: 'ok' })
      : context.json({ status: 'the embedded database does not start' }, 503);
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
    const landing = await pages(new Request(new URL('/', context.req.url)));
    return context.html(mailboxPage(productName, await mails(), fontFaces(await landing.text())));
  });
  app.get('/_mailbox.json', async (context) => {
    if (!mails || !isLocalVisitor(context.req.raw, context.env))
      return context.text('Not found\n', 404);
    context.header('cache-control', 'no-store');
    return context.json(await mails());
  });
}
