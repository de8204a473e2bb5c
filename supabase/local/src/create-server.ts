import { setMaxListeners } from 'node:events';
import { AUDIT_DEFAULTS } from '../../functions/audit/audit-settings.ts';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { BACKUP_PATH, createBackupAnswer } from './archive/answer-operator.ts';
import {
  createAuthFlows,
  createAuthGateway,
  createLiveSessions,
  createRedirects,
  isKnownCaller,
} from './auth/index.ts';
import { createBackgroundWork } from './functions/background-work.ts';
import { createDatabaseCalls } from './functions/call-database.ts';
import { createFunctionGateway } from './functions/function-gateway.ts';
import { createInternalFetch } from './functions/internal-fetch.ts';
import { FUNCTIONS } from './functions/registry.ts';
import { createLeases } from './database/index.ts';
import { withinBodyLimit } from './http/body-limits.ts';
import { createCrossOrigin, METHODS } from './http/cross-origin.ts';
import { describeError } from './http/describe-error.ts';
import { finishResponse } from './http/finish-response.ts';
import { isPlainAddress } from './http/plain-address.ts';
import { callerOf, isLocalAddress, isLocalVisitor, type PeerEnvironment } from './http/peer.ts';
import { createLimiter } from './http/rate-limits.ts';
import { createLite } from './lite/create-lite.ts';
import { createMailbox, type ReceivedMail } from './mail/mailbox.ts';
import { createSharedMailbox } from './mail/shared-mailbox.ts';
import { MAILBOX_CSP, mailboxPage } from './mail/mailbox-page.ts';
import { createMailComposer } from './mail/lite-mailer.ts';
import type { SendMail } from './mail/mail.ts';
import { createRestGateway, hookRestConnection } from './rest/index.ts';
import type { ServerOptions } from './server-options.ts';
import { createStaticGateway } from './static/index.ts';
import { createFolderStorage, createStorageGateway, isReleaseAddress } from './storage/index.ts';
import { startUpkeep } from './upkeep.ts';

const PRIVATE = /^\/(auth|rest|storage|functions)\/v1(\/|$)/;

/** The site as a function of requests; `listen` gives it a port. */
export interface Server {
  /** Answers one request; without a peer it counts as our own. */
  fetch(request: Request, peer?: PeerEnvironment): Promise<Response>;
  /** Whether /_mailbox is there. */
  showsMails: boolean;
  /** Mails that this process kept instead of sending them, in the order they were sent. */
  mails(): readonly ReceivedMail[];
  /** Waits for work that outlives its requests, `milliseconds` at most. */
  stop(milliseconds: number): Promise<void>;
}

/** The whole site on one origin: pages, remotes, auth, REST, storage, functions and the mailbox. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { database, secrets, siteUrl } = options;
  const productName = options.productName ?? 'Second Homie';
  const log = options.log ?? (() => {});
  const corsOrigins = options.corsOrigins ?? [];
  const mailbox = createMailbox();
  const showsMails = !options.sendMail && (options.mailbox ?? isLocalAddress(siteUrl));
  const shared =
    showsMails && database.kind === 'postgres'
      ? createSharedMailbox(database, secrets.secretKey)
      : undefined;
  const keep: SendMail = async (mail) => {
    await mailbox.send(mail);
    await shared?.send(mail);
  };
  const allMails = async () => (shared ? shared.mails() : mailbox.mails());
  const flows = createAuthFlows(database);
  const limiter = createLimiter(database, options.rateLimits);
  const sessions = createLiveSessions(database, secrets.jwtSecret);
  const deliver = options.sendMail ?? keep;
  const mails = createMailComposer({ siteUrl, productName, flows, deliver });

  hookRestConnection(database);
  const lite = await createLite({
    database,
    secrets,
    siteUrl,
    mailer: mails.lite,
    storage: createFolderStorage(options.storageDir),
    log,
  });
  const auth = createAuthGateway({
    lite,
    database,
    secrets,
    siteUrl,
    flows,
    mails,
    redirects: createRedirects(siteUrl, options.siteOrigins ?? []),
    limiter,
    sessions,
  });
  const rest = createRestGateway({ lite, secrets, sessions });
  const storage = createStorageGateway({ lite, secrets, sessions });
  const background = createBackgroundWork();
  const shutdown = new AbortController();
  // Every running reply listens to it: many of them are no leak.
  setMaxListeners(0, shutdown.signal);
  const functions = createFunctionGateway(
    options.functions ?? FUNCTIONS,
    {
      supabaseUrl: siteUrl,
      anonKey: secrets.publishableKey,
      serviceRoleKey: secrets.secretKey,
      allowedOrigins: [new URL(siteUrl).origin, ...(options.siteOrigins ?? []), ...corsOrigins],
      ...options.functionSettings,
      audit: {
        ...AUDIT_DEFAULTS,
        signingKey: secrets.auditSigningKey,
        ...options.functionSettings?.audit,
      },
    },
    {
      fetch: createInternalFetch(siteUrl, async (request) => app.fetch(request)),
      callDatabase: createDatabaseCalls(database),
      ...(options.extractFile && { extractFile: options.extractFile }),
      waitUntil: background.add,
      shutdown: shutdown.signal,
      onError: (error) => log(`function failed: ${describeError(error)}`),
    },
  );
  const pages = createStaticGateway(
    options.static,
    {
      productName,
      demoMode: options.demoMode ?? true,
      supabaseUrl: '',
      publishableKey: secrets.publishableKey,
      features: { webResearch: options.functionSettings?.webResearch ?? false },
    },
    log,
  );

  const crossOrigin = createCrossOrigin(corsOrigins);
  const trustedProxies = new Set(options.trustedProxies);
  const app = new Hono<{ Bindings: PeerEnvironment | undefined }>({
    // As it was sent: decoded, an area would have further addresses that are no longer private.
    getPath: (request) => new URL(request.url).pathname,
  });

  app.use(compress());
  app.onError((error) => {
    log(`request failed: ${describeError(error)}`);
    return Response.json({ message: 'An unexpected error occurred.' }, { status: 500 });
  });

  type Answer = (request: Request, peer?: PeerEnvironment) => Promise<Response>;
  const api =
    (answer: Answer): Answer =>
    async (request, peer) => {
      if (request.method === 'OPTIONS') return crossOrigin.preflight(request);
      if (!METHODS.includes(request.method))
        return Response.json(
          { message: 'Method not allowed' },
          { status: 405, headers: { allow: METHODS.join(', ') } },
        );
      if (!isPlainAddress(new URL(request.url).pathname))
        return Response.json({ message: 'The address is not valid' }, { status: 400 });
      return withinBodyLimit(
        request,
        (asked) => isKnownCaller(asked, secrets),
        (allowed) => answer(allowed, peer),
      );
    };
  const areas: readonly (readonly [path: string, handle: Answer])[] = [
    ['/auth/v1', api((request, peer) => auth(request, callerOf(request, peer, trustedProxies)))],
    ['/rest/v1', api(rest)],
    ['/storage/v1', api(storage)],
    ['/functions/v1', api(functions.answer)],
  ];
  for (const [path, handle] of areas)
    app.all(`${path}/*`, (context) => handle(context.req.raw, context.env));

  app.get('/healthz', async (context) => {
    await database.query('select 1');
    context.header('cache-control', 'no-store');
    return context.json({ status: 'ok' });
  });
  app.get('/_mailbox', async (context) => {
    if (!showsMails || !isLocalVisitor(context.req.raw, context.env))
      return context.text('Not found\n', 404);
    context.header('cache-control', 'no-store');
    context.header('content-security-policy', MAILBOX_CSP);
    return context.html(mailboxPage(productName, await allMails()));
  });
  app.get('/_mailbox.json', async (context) => {
    if (!showsMails || !isLocalVisitor(context.req.raw, context.env))
      return context.text('Not found\n', 404);
    context.header('cache-control', 'no-store');
    return context.json(await allMails());
  });
  const backup = createBackupAnswer({ database, secrets, storageDir: options.storageDir });
  app.post(BACKUP_PATH, (context) => backup(context.req.raw, context.env));
  app.all('*', (context) => pages(context.req.raw));

  await flows.purge();
  await functions.start({ solitary: database.kind === 'pglite' });
  const stopUpkeep = startUpkeep({
    database,
    leases: createLeases(database),
    flows,
    limiter,
    functions,
    waitUntil: background.add,
    log,
  });

  return {
    fetch: async (request, peer) => {
      // Outside the app: inside, an inner layer's headers would win over these.
      const response = await app.fetch(request, peer ?? {});
      const { pathname } = new URL(request.url);
      const isPrivate = PRIVATE.test(pathname) && !isReleaseAddress(pathname);
      return finishResponse(response, {
        isPrivate,
        isSecure: siteUrl.startsWith('https:'),
        headers: (headers) => {
          if (isPrivate) crossOrigin.apply(request, headers);
        },
      });
    },
    showsMails,
    mails: mailbox.mails,
    stop: async (milliseconds) => {
      stopUpkeep();
      shutdown.abort();
      await background.settle(milliseconds);
    },
  };
}
