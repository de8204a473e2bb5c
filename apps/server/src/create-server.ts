import { DEMO_ACCOUNTS } from './operations/users/demo-accounts.ts';
import { setMaxListeners } from 'node:events';
import { createApp, createDataApp } from './app.ts';
import { AUDIT_DEFAULTS } from '../../../supabase/functions/audit/audit-settings.ts';
import { createAuthFlows } from './data/database/auth-flows.ts';
import { createRedirects } from './gateways/auth/allowed-redirects.ts';
import { DEFAULT_ACCOUNT_RULES } from './gateways/auth/account-rules.ts';
import { createAuthGateway } from './gateways/auth/auth-gateway.ts';
import { findCaller } from './gateways/auth/identify-caller.ts';
import { refuseWithoutFactor } from './gateways/functions/refuse-without-factor.ts';
import { isKnownCaller, readUserId } from './gateways/auth/is-known-caller.ts';
import { createMailPreparation } from './gateways/auth/prepare-mail.ts';
import { createLiveSessions } from './gateways/auth/live-sessions.ts';
import { checkNewPasswords } from './gateways/auth/password-rules.ts';
import { createRelyingParty } from './gateways/auth/passkeys/relying-party.ts';
import { openPlaces } from './gateways/auth/open-places.ts';
import { describeProvider } from './gateways/auth/providers/provider-settings.ts';
import { createSessionStreams } from './gateways/auth/session-streams.ts';
import { ANYBODY } from './gateways/auth/sign-up-rule.ts';
import { createBackgroundWork } from './gateways/functions/background-work.ts';
import { createDatabaseCalls } from './gateways/functions/call-database.ts';
import { createFunctionGateway } from './gateways/functions/function-gateway.ts';
import { createInternalFetch } from './gateways/functions/internal-fetch.ts';
import { createLastCheckpoint } from './gateways/functions/last-checkpoint.ts';
import { FUNCTIONS } from './gateways/functions/registry.ts';
import { createLeases, createNotifications } from './data/database/index.ts';
import { describeError } from './http/describe-error.ts';
import { isLocalAddress, type PeerEnvironment } from './http/peer.ts';
import { createLimiter } from './data/database/rate-limits.ts';
import { createTrustedProxies } from './http/trusted-proxies.ts';
import { createLite } from './gateways/lite/create-lite.ts';
import { createMailbox, type ReceivedMail } from './mail/mailbox.ts';
import { createSharedMailbox } from './mail/shared-mailbox.ts';
import { mailUnopenedHandovers } from './mail/mail-handovers.ts';
import { createAccountNotices } from './mail/account-notices.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import type { SendMail } from './mail/mail.ts';
import { nameRoute } from './operations/monitoring/request-log.ts';
import { readReadiness } from './operations/monitoring/readiness.ts';
import { createRestGateway } from './gateways/rest/rest-gateway.ts';
import { hookRestConnection } from './gateways/rest/rest-request.ts';
import type { ServerOptions } from './server-options.ts';
import { createScimGateway } from './gateways/scim/scim-gateway.ts';
import { startsOffline } from './gateways/pages/local-copies.ts';
import { sentToProvider } from './gateways/pages/sent-to-provider.ts';
import { createStaticGateway } from './gateways/pages/static-gateway.ts';
import { createPolicyCounter } from './operations/monitoring/policy-counter.ts';
import { createFolderStorage } from './data/files/folder-storage.ts';
import { createStorageGateway } from './gateways/storage/storage-gateway.ts';
import { startUpkeep } from './operations/upkeep.ts';

/** An embedded PostgreSQL that has been down for so long needs help from outside. */
const DOWN_TOO_LONG_MS = 60_000;

/** The site as a request handler; `listen` gives it a port. */
export interface Server {
  /** Handles one request; without a peer it counts as our own. */
  fetch(request: Request, peer?: PeerEnvironment): Promise<Response>;
  /** True if /_mailbox is served. */
  showsMails: boolean;
  /** Mails that this process stored instead of sending them, in sending order. */
  mails(): readonly ReceivedMail[];
  outbox: Pick<Outbox, 'count' | 'settled'>;
  /** Reports itself as draining from now on, so that load balancers use other processes. */
  drain(): void;
  /** Stops everything that outlives its requests. */
  stop(patience: StopPatience): Promise<void>;
}

/** Timeouts of stopping. */
interface StopPatience {
  /** For replies to finish by themselves, before they are interrupted. */
  repliesMs: number;
  /** For everything to be stored after that. */
  restMs: number;
  /** Aborted to stop waiting for replies. */
  hurry?: AbortSignal;
}

/** The whole site on one origin: pages, remotes, auth, REST, storage, functions and the mailbox. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { database, secrets, siteUrl } = options;
  const productName = options.productName ?? 'Second Homie';
  const log = options.log ?? (() => {});
  const corsOrigins = options.corsOrigins ?? [];
  const signUp = options.signUp ?? ANYBODY;
  const providers = options.providers ?? [];
  const mailbox = createMailbox();
  const showsMails = !options.sendMail && (options.mailbox ?? isLocalAddress(siteUrl));
  const shared = showsMails ? createSharedMailbox(database, secrets.secretKey) : undefined;
  const storeMail: SendMail = async (mail) => {
    await mailbox.send(mail);
    await shared?.send(mail);
  };
  const allMails = async () => {
    await outbox.settled();
    return shared ? shared.mails() : mailbox.mails();
  };
  const flows = createAuthFlows(database);
  const limiter = createLimiter(database, options.rateLimits);
  const notifications = createNotifications(database);
  const accounts = options.accounts ?? DEFAULT_ACCOUNT_RULES;
  const sessions = createLiveSessions(
    database,
    secrets.jwtSecret,
    notifications,
    accounts.sessions,
  );
  const streams = createSessionStreams(database, notifications);
  const background = createBackgroundWork((error) =>
    log(`background work failed: ${describeError(error)}`),
  );
  const outbox = createOutbox({
    database,
    secretKey: secrets.secretKey,
    prepare: createMailPreparation({ database, flows, productName }),
    send: options.sendMail ?? storeMail,
    waitUntil: background.add,
    log,
  });
  const notices = createAccountNotices({
    database,
    outbox,
    limiter,
    siteUrl,
    onError: (error) => log(`notices failed: ${describeError(error)}`),
  });

  hookRestConnection(database);
  const lite = await createLite({
    database,
    secrets,
    siteUrl,
    storage: createFolderStorage(options.storageDir),
    log,
  });
  const siteOrigins = options.siteOrigins ?? [];
  const relyingParty = accounts.passkeys
    ? createRelyingParty(siteUrl, siteOrigins, productName)
    : undefined;
  const auth = createAuthGateway({
    lite,
    database,
    secrets,
    siteUrl,
    productName,
    flows,
    outbox,
    notices,
    redirects: createRedirects(siteUrl, siteOrigins),
    limiter,
    sessions,
    signUp,
    refuseNewPassword: checkNewPasswords(accounts.passwords, log),
    providers,
    relyingParty,
    ...(options.placesFile !== undefined && { findPlace: await openPlaces(options.placesFile) }),
    magicLink: options.magicLink ?? false,
    waitUntil: background.add,
  });
  const rest = createRestGateway({ database, lite, secrets, sessions, log });
  const leases = createLeases(database, notifications);
  const storage = createStorageGateway({ lite, secrets, sessions, leases });
  const shutdown = new AbortController();
  const draining = new AbortController();
  // Every running reply and every open list adds a listener: many of them are no leak.
  setMaxListeners(0, shutdown.signal, draining.signal);
  let isDraining = false;
  const { migrations = [], isStorageThere = async () => true } = options;
  const functions = createFunctionGateway(
    options.functions ?? FUNCTIONS,
    {
      supabaseUrl: siteUrl,
      anonKey: secrets.publishableKey,
      serviceRoleKey: secrets.secretKey,
      allowedOrigins: [new URL(siteUrl).origin, ...siteOrigins, ...corsOrigins],
      ...options.functionSettings,
      audit: {
        ...AUDIT_DEFAULTS,
        signingKey: secrets.auditSigningKey,
        ...options.functionSettings?.audit,
      },
    },
    {
      fetch: createInternalFetch(siteUrl, async (request) => data.fetch(request)),
      callDatabase: createDatabaseCalls(database),
      verifySession: (token) => findCaller(token, sessions),
      notifications,
      ...(options.extractFile && { extractFile: options.extractFile }),
      waitUntil: background.add,
      shutdown: shutdown.signal,
      draining: draining.signal,
      onRoute: nameRoute,
      onReply: options.onReply ?? (() => {}),
      onError: (error) => log(`function failed: ${describeError(error)}`),
      log: options.logInfo ?? (() => {}),
      ...(options.checkpointFile && {
        lastCheckpoint: createLastCheckpoint(options.checkpointFile, leases),
      }),
    },
  );
  const pages = createStaticGateway(
    options.static,
    {
      productName,
      demoMode: options.demoMode ?? true,
      demo: options.hasDemo ? DEMO_ACCOUNTS : [],
      sentToProvider: sentToProvider(options.functionSettings),
      sendsMails: options.sendMail !== undefined,
      supabaseUrl: '',
      publishableKey: secrets.publishableKey,
      features: { webResearch: options.functionSettings?.webResearch ?? false },
      signUp: { open: signUp.open, domains: [...signUp.domains] },
      contact: options.contact ?? null,
      secondFactor: accounts.secondFactor,
      passkeys: relyingParty !== undefined,
      magicLink: options.magicLink ?? false,
      passwordMinLength: accounts.passwords.minLength,
      providers: providers.map(describeProvider),
      localCopies: options.localCopies ?? 'memory',
      offlineStart: startsOffline(options),
    },
    { log, count: createPolicyCounter(database), siteUrl },
  );

  const data = createDataApp({
    auth,
    rest,
    storage,
    functions: async (request) =>
      (await refuseWithoutFactor(request, secrets, sessions)) ??
      streams.bind(request, await functions.answer(request)),
    scim: createScimGateway({ database, siteUrl, limiter, settings: options.scim }),
    isKnown: (request) => isKnownCaller(request, secrets),
    countChange: async (request) => {
      const user = await readUserId(request, secrets);
      return user === undefined ? 0 : limiter.use('changesPerUser', user);
    },
    corsOrigins,
    trustedProxies: createTrustedProxies(options.trustedProxies ?? []),
    log,
  });
  const app = createApp({
    data,

    pages,
    productName,
    siteUrl,
    contact: options.contact,
    isAlive: () => database.downFor() < DOWN_TOO_LONG_MS,
    readiness: () => readReadiness({ database, migrations, isStorageThere }, isDraining),
    mails: showsMails ? allMails : undefined,
    isSecure: siteUrl.startsWith('https:'),
    onRequest: options.onRequest,
    log,
  });

  await flows.purge();
  await functions.start({ solitary: options.solitary ?? false });
  const stopUpkeep = startUpkeep({
    leases,
    flows,
    limiter,
    outbox,
    notices,
    sessions,
    functions,
    mailHandovers: () => mailUnopenedHandovers(database, outbox, siteUrl),
    waitUntil: background.add,
    log,
  });

  return {
    fetch: async (request, peer = {}) => app.fetch(request, peer),
    showsMails,
    mails: mailbox.mails,
    outbox,
    drain: () => {
      isDraining = true;
    },
    stop: async ({ repliesMs, restMs, hurry }) => {
      isDraining = true;
      stopUpkeep();
      outbox.stop();
      draining.abort();
      await background.settle(repliesMs, hurry);
      shutdown.abort();
      await background.settle(restMs);
      await notifications.close();
    },
  };
}
